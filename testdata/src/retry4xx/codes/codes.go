// Package codes decides by the code of a gRPC call that is made further down.
package codes

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

var errMissing = errors.New("missing")

// Nothing that the client returns is an error of this package.
func get(ctx context.Context, cc grpc.ClientConnInterface) error {
	err := cc.Invoke(ctx, "/shop.Orders/Get", nil, nil)
	if status.Code(err) == codes.NotFound {
		return errMissing
	}
	return err
}

func butMissing(ctx context.Context, cc grpc.ClientConnInterface) (err error) {
	for range 3 { // want `retries get on Canceled, InvalidArgument, AlreadyExists, PermissionDenied, FailedPrecondition, OutOfRange, Unimplemented, Unauthenticated, 3 attempts`
		if err = get(ctx, cc); err == nil || errors.Is(err, errMissing) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func said(ctx context.Context, cc grpc.ClientConnInterface) error {
	attempt := func() (again bool, err error) {
		err = cc.Invoke(ctx, "/shop.Orders/Get", nil, nil)
		if err == nil {
			return false, nil
		}
		code := status.Code(err)
		return code == codes.NotFound || code == codes.Unavailable, err
	}
	for range 3 { // want `retries attempt on NotFound, 3 attempts`
		again, err := attempt()
		if !again {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("tried")
}

func saidOfWhatPasses(ctx context.Context, cc grpc.ClientConnInterface) error {
	attempt := func() (again bool, err error) {
		err = cc.Invoke(ctx, "/shop.Orders/Get", nil, nil)
		if err == nil {
			return false, nil
		}
		return status.Code(err) == codes.Unavailable, err
	}
	for range 3 {
		again, err := attempt()
		if !again {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("tried")
}
