// Package filledanswer has the answer put where a pointer leads.
package filledanswer

import (
	"context"
	"errors"
	"time"
)

type Snapshot struct{ Ready bool }

type SnapshotList struct{ Items []Snapshot }

type Reader interface {
	List(ctx context.Context, into *SnapshotList) error
}

// A success comes back as well, until all are ready.
func wait(ctx context.Context, r Reader) error {
	for range 30 {
		var list SnapshotList
		if err := r.List(ctx, &list); err == nil && allReady(list.Items) {
			return nil
		}
		time.Sleep(10 * time.Second)
	}
	return errors.New("not ready")
}

func allReady(items []Snapshot) bool {
	for _, s := range items {
		if !s.Ready {
			return false
		}
	}
	return true
}

// A success is the end.
func load(ctx context.Context, r Reader) (*SnapshotList, error) {
	for range 30 { // want `retries \(Reader\).List after a constant 10s, 30 attempts`
		var list SnapshotList
		if err := r.List(ctx, &list); err == nil {
			return &list, nil
		}
		time.Sleep(10 * time.Second)
	}
	return nil, errors.New("no answer")
}
