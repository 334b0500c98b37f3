// Package disjoint retries what the library never retries.
package disjoint

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// ErrNotReady is returned by nothing that the library retries.
var ErrNotReady = errors.New("not ready")

// ByText repeats only one error, by its text.
func ByText(ctx context.Context, client *s3.Client, in *s3.HeadObjectInput) (err error) {
	for range 5 {
		if _, err = client.HeadObject(ctx, in); err == nil || !strings.Contains(err.Error(), "InvalidInstanceID.NotFound") {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Throttled repeats only what the library repeats too.
func Throttled(ctx context.Context, client *s3.Client, in *s3.HeadObjectInput) (err error) {
	for range 5 { // want `^5 attempts here × 3 in aws-sdk-go-v2 `
		if _, err = client.HeadObject(ctx, in); err == nil || !strings.Contains(err.Error(), "ThrottlingException") {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Sentinel repeats only a sentinel error.
func Sentinel(ctx context.Context, client *s3.Client, in *s3.HeadObjectInput) (err error) {
	for range 5 {
		if _, err = client.HeadObject(ctx, in); !errors.Is(err, ErrNotReady) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// NotFoundError and HTTPError are types of errors.
type NotFoundError struct{ error }

type HTTPError struct{ error }

// ByType repeats only an error of a type that the library never retries.
func ByType(ctx context.Context, client *s3.Client, in *s3.HeadObjectInput) (err error) {
	for range 5 {
		var missing *NotFoundError
		if _, err = client.HeadObject(ctx, in); !errors.As(err, &missing) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// ByWideType repeats errors of a type that says nothing of what failed.
func ByWideType(ctx context.Context, client *s3.Client, in *s3.HeadObjectInput) (err error) {
	for range 5 { // want `^5 attempts here × 3 in aws-sdk-go-v2 `
		var answer *HTTPError
		if _, err = client.HeadObject(ctx, in); !errors.As(err, &answer) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
