// Package codeofnil looks at the code of what an attempt returned, an error or none.
package codeofnil

import (
	"context"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type service interface {
	Register(ctx context.Context) error
}

// Without an error the code is OK, which leaves the loop.
func register(ctx context.Context, s service) (err error) {
	for range 5 { // want `retries \(service\).Register after a constant 2s, 5 attempts: clients that fail together come back together; draw each wait at random between 0 and 2s`
		err = s.Register(ctx)
		if status.Code(err) != codes.Unavailable {
			break
		}
		time.Sleep(2 * time.Second)
	}
	return err
}

// Here OK leads back as well: it is a job that is done every now and then.
func renew(ctx context.Context, s service) error {
	for {
		err := s.Register(ctx)
		if code := status.Code(err); code != codes.OK && code != codes.Unavailable {
			return err
		}
		time.Sleep(2 * time.Second)
	}
}
