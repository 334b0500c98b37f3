// Package reconcilequeue gives failed keys back to a queue that decides when they come again.
package reconcilequeue

import (
	"context"
	"log"
)

type queue interface {
	Get() (key string, shutdown bool)
	AddRateLimited(key string)
	Forget(key string)
	Done(key string)
}

type reconciler interface {
	Reconcile(ctx context.Context, key string) error
}

func work(ctx context.Context, q queue, r reconciler) {
	for {
		key, shutdown := q.Get()
		if shutdown {
			return
		}
		if err := r.Reconcile(ctx, key); err != nil {
			log.Print(err)
			q.AddRateLimited(key)
		} else {
			q.Forget(key)
		}
		q.Done(key)
	}
}
