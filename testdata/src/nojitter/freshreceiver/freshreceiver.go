// Package freshreceiver asks what it has looked up anew in each round: it may be another one.
package freshreceiver

import (
	"context"
	"errors"
)

var errStale = errors.New("group is stale")

type group interface {
	Join(ctx context.Context, key string) error
}

type registry interface {
	Obtain(name string, create func() group) group
}

func join(ctx context.Context, r registry, name, key string, create func() group) error {
	for {
		g := r.Obtain(name, create)
		if err := g.Join(ctx, key); !errors.Is(err, errStale) {
			return err
		}
	}
}

type room struct {
	members map[string]group
}

func (r *room) again(ctx context.Context, name, key string) error {
	for {
		g := r.members[name]
		if err := g.Join(ctx, key); !errors.Is(err, errStale) {
			return err
		}
	}
}
