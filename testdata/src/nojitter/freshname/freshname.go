// Package freshname asks a remote store for another name in each round, and only "taken" goes round.
package freshname

import (
	"context"
	"crypto/rand"
	"errors"
)

var errTaken = errors.New("taken")

type buckets interface {
	Create(ctx context.Context, name string) error
}

func create(ctx context.Context, b buckets, prefix string) (string, error) {
	for {
		name := prefix + rand.Text()
		err := b.Create(ctx, name)
		if errors.Is(err, errTaken) {
			continue
		}
		return name, err
	}
}
