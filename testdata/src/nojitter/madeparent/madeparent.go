// Package madeparent makes what was missing and then tries once more at once.
package madeparent

import (
	"context"
	"errors"
)

var errNoParent = errors.New("no parent")

type tree interface {
	Put(ctx context.Context, key string) error
	Mkdir(ctx context.Context, key string) error
}

func save(ctx context.Context, t tree, key string) error {
	for made := false; ; made = true {
		err := t.Put(ctx, key)
		if !errors.Is(err, errNoParent) || made {
			return err
		}
		if err := t.Mkdir(ctx, key); err != nil {
			return err
		}
	}
}
