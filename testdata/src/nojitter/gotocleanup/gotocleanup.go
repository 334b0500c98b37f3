// Package gotocleanup jumps forwards only.
package gotocleanup

import (
	"context"
	"log"
)

type store interface {
	Put(ctx context.Context, key string) error
	Delete(ctx context.Context, key string) error
}

func both(ctx context.Context, s store) error {
	err := s.Put(ctx, "a")
	if err != nil {
		goto failed
	}
	if err = s.Put(ctx, "b"); err != nil {
		goto failed
	}
	return nil
failed:
	if derr := s.Delete(ctx, "a"); derr != nil {
		log.Print(derr)
	}
	return err
}
