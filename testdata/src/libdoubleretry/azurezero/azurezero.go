// Package azurezero turns the retries of a client off with a value that means the default.
package azurezero

import (
	"context"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
)

// Create sets zero retries.
func Create(ctx context.Context, url string) error {
	opts := service.ClientOptions{ClientOptions: azcore.ClientOptions{Retry: policy.RetryOptions{MaxRetries: 0}}}
	svc, err := service.NewClientWithNoCredential(url, &opts)
	if err != nil {
		return err
	}
	for range 10 { // want `^10 attempts here × 4 in azcore \(MaxRetries = 0 at azurezero\.go:15, which means the default, v1\.8\.0\) = up to 40: azcore already retries \(\*service\.Client\)\.CreateContainer; Retry: policy\.RetryOptions\{MaxRetries: -1\} turns azcore's off$`
		if _, err = svc.CreateContainer(ctx, "logs", nil); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// CreateOnce turns them off.
func CreateOnce(ctx context.Context, url string) error {
	opts := service.ClientOptions{}
	opts.Retry.MaxRetries = -1
	svc, err := service.NewClientWithNoCredential(url, &opts)
	if err != nil {
		return err
	}
	for range 10 {
		if _, err = svc.CreateContainer(ctx, "logs", nil); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
