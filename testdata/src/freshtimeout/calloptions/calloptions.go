// Package calloptions has a library try calls, each time for a time of its own.
package calloptions

import (
	"context"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
)

type client interface {
	Get(ctx context.Context, name string, opts ...grpc.CallOption) (string, error)
}

const tries = 100

// Nothing bounds all attempts together.
func load(c client) (string, error) {
	return c.Get(context.Background(), "config", retry.WithMax(tries), retry.WithPerRetryTimeout(5*time.Second)) // want `go-grpc-middleware tries Get up to 100 times, each with a timeout of its own, and nothing bounds all of them \(context.Background\): 100 × 5s = 8m20s and the waits; give the call a context with a deadline`
}

// The caller's deadline does.
func loadFor(ctx context.Context, c client) (string, error) {
	return c.Get(ctx, "config", retry.WithMax(tries), retry.WithPerRetryTimeout(5*time.Second))
}

// So does one of its own.
func loadSoon(c client) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return c.Get(ctx, "config", retry.WithMax(tries), retry.WithPerRetryTimeout(5*time.Second))
}

// One attempt is no retry, and without a time for each there is none to add up.
func loadOnce(c client) (string, error) {
	if name, err := c.Get(context.Background(), "config", retry.WithMax(1), retry.WithPerRetryTimeout(5*time.Second)); err == nil {
		return name, nil
	}
	return c.Get(context.Background(), "config", retry.WithMax(tries))
}
