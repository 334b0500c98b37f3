// Package stopsoften throws away what the answer holds: it wants something done, or knows
// the error that it waits out.
package stopsoften

import (
	"context"
	"errors"
	"time"
)

type Answer struct{ ID string }

type Machines interface {
	Stop(ctx context.Context, id string) (*Answer, error)
	Status(ctx context.Context, id string) (*Answer, error)
}

var errBusy = errors.New("busy")

func stop(ctx context.Context, m Machines, id string) (err error) {
	for range 4 { // want `^retries \(Machines\)\.Stop after a constant 2s, 4 attempts: `
		if _, err = m.Stop(ctx, id); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return err
}

func busy(ctx context.Context, m Machines, id string) (err error) {
	for range 5 { // want `^retries \(Machines\)\.Status after a constant 3s, 5 attempts: `
		if _, err = m.Status(ctx, id); !errors.Is(err, errBusy) {
			return err
		}
		time.Sleep(3 * time.Second)
	}
	return err
}

// It waits until anything answers: of low confidence.
func up(ctx context.Context, m Machines, id string) (err error) {
	for range 6 { // want `^retries \(Machines\)\.Status after a constant 1s, 6 attempts: `
		if _, err = m.Status(ctx, id); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
