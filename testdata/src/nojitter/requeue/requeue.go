// Package requeue sends a failed item back into the channel it came from, at once.
// Not seen: see docs/limits.md.
package requeue

import "context"

type item struct {
	key   string
	tries int
}

type store interface {
	Put(ctx context.Context, key string) error
}

func work(ctx context.Context, s store) {
	items := make(chan item, 100)
	items <- item{key: "a"}
	for it := range items {
		if err := s.Put(ctx, it.key); err != nil && it.tries < 4 {
			it.tries++
			items <- it
		}
	}
}
