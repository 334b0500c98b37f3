// Package iterator goes on as long as there is something beside the error.
package iterator

import (
	"context"
	"fmt"
	"time"
)

type Entry interface{ Name() string }

type Iterator interface {
	Next(ctx context.Context) (Entry, error)
}

// Where an error comes, no entry comes with it, and that ends the loop.
func list(ctx context.Context, it Iterator) error {
	e, err := it.Next(ctx)
	for e != nil {
		fmt.Println(e.Name())
		e, err = it.Next(ctx)
	}
	return err
}

type Store interface {
	Page(ctx context.Context, token string) (names []string, next string, err error)
}

// So does a page.
func pages(ctx context.Context, s Store) (all []string, err error) {
	names, next, err := s.Page(ctx, "")
	for next != "" {
		all = append(all, names...)
		names, next, err = s.Page(ctx, next)
	}
	return append(all, names...), err
}

// What is asked of the error decides here, whatever came with it.
func first(ctx context.Context, it Iterator) (Entry, error) {
	for { // want `retries \(Iterator\).Next after a constant 1s, without limit`
		e, err := it.Next(ctx)
		if err == nil {
			return e, nil
		}
		if ctx.Err() != nil {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

type Feed interface {
	Send(ctx context.Context) (again bool, err error)
}

// A flag says of itself whether to try again.
func send(ctx context.Context, f Feed) error {
	for range 5 { // want `retries \(Feed\).Send after a constant 1s, 5 attempts`
		again, err := f.Send(ctx)
		if err == nil || !again {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}
