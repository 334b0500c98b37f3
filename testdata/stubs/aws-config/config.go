// Package config declares what the cases use of the library of the same path. A test in
// the module proof holds it against the real one.
package config

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
)

type LoadOptions struct{ RetryMaxAttempts int }

type LoadOptionsFunc func(*LoadOptions) error

func LoadDefaultConfig(ctx context.Context, optFns ...func(*LoadOptions) error) (cfg aws.Config, err error) {
	panic("a stub")
}

func WithRetryMaxAttempts(v int) LoadOptionsFunc { panic("a stub") }

func WithRetryer(v func() aws.Retryer) LoadOptionsFunc { panic("a stub") }
