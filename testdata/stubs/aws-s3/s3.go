// Package s3 declares what the cases use of the library of the same path. A test in the
// module proof holds it against the real one.
package s3

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
)

type Options struct {
	Region           string
	RetryMaxAttempts int
	Retryer          aws.Retryer
}

type Client struct{ options Options }

func New(options Options, optFns ...func(*Options)) *Client { panic("a stub") }

func NewFromConfig(cfg aws.Config, optFns ...func(*Options)) *Client { panic("a stub") }

type GetObjectInput struct{ Bucket, Key *string }

type GetObjectOutput struct{ ContentLength *int64 }

func (c *Client) GetObject(ctx context.Context, params *GetObjectInput, optFns ...func(*Options)) (*GetObjectOutput, error) {
	panic("a stub")
}

type HeadObjectInput struct{ Bucket, Key *string }

type HeadObjectOutput struct{ ContentLength *int64 }

func (c *Client) HeadObject(ctx context.Context, params *HeadObjectInput, optFns ...func(*Options)) (*HeadObjectOutput, error) {
	panic("a stub")
}
