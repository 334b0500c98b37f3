// Package awsconfigured sets the attempts of clients in several ways.
package awsconfigured

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// Config is filled by Prepare where the user left something out.
type Config struct{ MaxRetries int }

// Prepare fills in the defaults.
func (c *Config) Prepare() {
	if c.MaxRetries == 0 {
		c.MaxRetries = 10
	}
}

func (c *Config) aws() *aws.Config {
	cfg := aws.Config{Region: "eu-central-1"}
	if c.MaxRetries > 0 {
		cfg.Retryer = func() aws.Retryer {
			return retry.AddWithMaxAttempts(retry.NewStandard(), c.MaxRetries)
		}
	}
	return &cfg
}

// Head uses a configuration whose default is filled in elsewhere.
func Head(ctx context.Context, c *Config, in *s3.HeadObjectInput) (err error) {
	client := s3.NewFromConfig(*c.aws())
	for range 5 { // want `^5 attempts here × 10 in aws-sdk-go-v2 \(AddWithMaxAttempts = c\.MaxRetries, 10 by default at awsconfigured\.go:19, v1\.114\.10\) = up to 50: `
		if _, err = client.HeadObject(ctx, in); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Standard sets the attempts of a standard retryer.
func Standard(ctx context.Context, in *s3.HeadObjectInput) (err error) {
	client := s3.New(s3.Options{Retryer: retry.NewStandard(func(o *retry.StandardOptions) { o.MaxAttempts = 7 })})
	for range 5 { // want `^5 attempts here × 7 in aws-sdk-go-v2 \(MaxAttempts = 7 at awsconfigured\.go:47, v1\.114\.10\) = up to 35: `
		if _, err = client.HeadObject(ctx, in); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Given knows nothing of the client but that the default is on.
func Given(ctx context.Context, client *s3.Client, in *s3.HeadObjectInput) (err error) {
	for range 5 { // want `^5 attempts here × 3 in aws-sdk-go-v2 \(by default, v1\.114\.10\) = up to 15: `
		if _, err = client.HeadObject(ctx, in); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
