// Package pacer retries calls of a client through a helper that asks the call.
package pacer

import (
	"context"

	"libdoubleretry/pacer/fserrors"
	"libdoubleretry/pacer/pacer"

	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// Store is a store.
type Store struct {
	client *s3.Client
	pacer  *pacer.Pacer
}

func (s *Store) shouldRetry(ctx context.Context, err error) (bool, error) {
	if fserrors.ContextError(ctx, &err) {
		return false, err
	}
	return fserrors.ShouldRetry(err), err
}

// Head asks for an object.
func (s *Store) Head(ctx context.Context, in *s3.HeadObjectInput) error {
	return s.pacer.Call(func() (bool, error) { // want `^s\.pacer\.retries attempts here × 3 in aws-sdk-go-v2 \(by default, v1\.114\.10\): aws-sdk-go-v2 already retries \(\*s3\.Client\)\.HeadObject`
		_, err := s.client.HeadObject(ctx, in)
		return s.shouldRetry(ctx, err)
	})
}
