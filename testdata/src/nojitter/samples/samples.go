// Package samples runs as many rounds as it is asked for, whether they fail or not.
package samples

import (
	"context"
	"math/rand"
)

type saver interface {
	Save(ctx context.Context, data []byte) error
}

func fill(ctx context.Context, s saver, seed int64) {
	rnd := rand.New(rand.NewSource(seed))
	for range int(rnd.Int63() % 15) {
		store(ctx, s)
	}
}

func fillFrom(ctx context.Context, s saver, source rand.Source) {
	for range int(source.Int63() % 15) {
		store(ctx, s)
	}
}

func store(ctx context.Context, s saver) {
	if err := s.Save(ctx, nil); err != nil {
		println(err.Error())
	}
}

func load(ctx context.Context, s saver) (failed int) {
	for range 100 {
		if s.Save(ctx, nil) != nil {
			failed++
		}
	}
	return failed
}
