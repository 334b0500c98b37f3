// Package eachentry goes on with the next item when one has failed: the item is only named in the log, or captured.
package eachentry

import (
	"context"
	"log"
)

type service interface {
	Count(ctx context.Context, err error) error
	Grant(ctx context.Context, call func() error) error
	Create(ctx context.Context, role string) error
}

func count(ctx context.Context, s service, missing map[string]error, reason error) {
	for name := range missing {
		if err := s.Count(ctx, reason); err != nil {
			log.Printf("%s: %v", name, err)
		}
	}
}

func grant(ctx context.Context, s service, roles []string) (failed int) {
	for _, role := range roles {
		if role == "owner" {
			continue
		}
		err := s.Grant(ctx, func() error { return s.Create(ctx, role) })
		if err != nil {
			failed++
		}
	}
	return failed
}
