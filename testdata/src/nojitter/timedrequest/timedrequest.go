// Package timedrequest has each request timed by something else, which is handed a function
// that keeps the answer.
package timedrequest

import (
	"context"
	"errors"
	"io"
	"time"
)

type Object struct{ Body io.ReadCloser }

type Bucket interface {
	Get(ctx context.Context, key string) (*Object, error)
}

type Clock interface {
	Time(ctx context.Context, name string, f func(context.Context) error) error
}

func load(ctx context.Context, c Clock, b Bucket, key string) (io.ReadCloser, error) {
	var object *Object
	var last error
	for range 5 { // want `^retries \(Clock\)\.Time after a constant 1s, 5 attempts: `
		last = c.Time(ctx, "get", func(ctx context.Context) (err error) {
			object, err = b.Get(ctx, key)
			return err
		})
		if last == nil && object.Body != nil {
			return object.Body, nil
		}
		time.Sleep(time.Second)
	}
	return nil, last
}

type State struct{ Ready bool }

type Machine interface {
	State(ctx context.Context) (*State, error)
}

// A success that is not ready yet comes back, a failure ends it.
func ready(ctx context.Context, c Clock, m Machine) error {
	var state *State
	for range 5 {
		err := c.Time(ctx, "state", func(ctx context.Context) (err error) {
			state, err = m.State(ctx)
			return err
		})
		if err != nil {
			return err
		}
		if state.Ready {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("not ready")
}
