// Package measure runs a function and takes the time.
package measure

import (
	"context"
	"time"
)

// Timed runs f once.
func Timed(ctx context.Context, observe func(time.Duration), f func(context.Context) error) error {
	start := time.Now()
	err := f(ctx)
	observe(time.Since(start))
	return err
}
