// Package comparefallback tries another request when the first has failed, and goes round
// when a comparison fails: an error leaves.
package comparefallback

import "context"

type answer struct{ Succeeded bool }

type txn interface {
	Commit(ctx context.Context, key string) (*answer, error)
}

type leases struct {
	t    txn
	open map[string]chan struct{}
}

func (l *leases) try(ctx context.Context, key string) (*answer, chan struct{}, error) {
	wait := l.open[key]
	a, err := l.t.Commit(ctx, key)
	switch {
	case err != nil:
		delete(l.open, key)
		fallthrough
	case !a.Succeeded:
		if wait != nil {
			close(wait)
		}
		return nil, nil, err
	}
	return a, wait, nil
}

func (l *leases) revoke(ctx context.Context, key string) (*answer, error) {
	return l.t.Commit(ctx, key+"!")
}

func (l *leases) put(ctx context.Context, key string) (*answer, error) {
	for ctx.Err() == nil {
		a, wait, err := l.try(ctx, key)
		if err != nil || wait == nil {
			a, err = l.revoke(ctx, key)
		}
		if err != nil {
			return nil, err
		}
		if wait != nil {
			close(wait)
		}
		if a.Succeeded {
			return a, nil
		}
	}
	return nil, ctx.Err()
}
