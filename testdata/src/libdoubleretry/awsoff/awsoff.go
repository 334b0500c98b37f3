// Package awsoff turns the retries of clients off.
package awsoff

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// Once has one attempt in the options of the client.
func Once(ctx context.Context, cfg aws.Config, in *s3.HeadObjectInput) (err error) {
	client := s3.NewFromConfig(cfg, func(o *s3.Options) { o.RetryMaxAttempts = 1 })
	for range 5 {
		if _, err = client.HeadObject(ctx, in); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Loaded has one attempt in what the configuration is loaded with.
func Loaded(ctx context.Context, in *s3.HeadObjectInput) error {
	cfg, err := config.LoadDefaultConfig(ctx, config.WithRetryMaxAttempts(1))
	if err != nil {
		return err
	}
	client := s3.NewFromConfig(cfg)
	for range 5 {
		if _, err = client.HeadObject(ctx, in); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Nop has a retryer that does not retry.
func Nop(ctx context.Context, cfg aws.Config, in *s3.HeadObjectInput) (err error) {
	cfg.Retryer = func() aws.Retryer { return aws.NopRetryer{} }
	client := s3.NewFromConfig(cfg)
	for range 5 {
		if _, err = client.HeadObject(ctx, in); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// PerCall has one attempt in the options of the call, whatever the client has.
func PerCall(ctx context.Context, client *s3.Client, in *s3.HeadObjectInput) (err error) {
	for range 5 {
		if _, err = client.HeadObject(ctx, in, func(o *s3.Options) { o.RetryMaxAttempts = 1 }); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Wrapped bounds a standard retryer to one attempt.
func Wrapped(ctx context.Context, cfg aws.Config, in *s3.HeadObjectInput) (err error) {
	client := s3.NewFromConfig(cfg, func(o *s3.Options) {
		o.Retryer = retry.AddWithMaxAttempts(retry.NewStandard(), 1)
	})
	for range 5 {
		if _, err = client.HeadObject(ctx, in); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
