// Package interfacecall retries a method of an interface that takes a context: probably remote.
package interfacecall

import (
	"context"
	"fmt"
	"time"
)

type Order struct{ ID string }

type Orders interface {
	Get(ctx context.Context, id string) (*Order, error)
}

type Service struct {
	orders Orders
}

func (s *Service) Order(ctx context.Context, id string) (*Order, error) {
	var err error
	for attempt := 1; attempt <= 3; attempt++ { // want `retries \(Orders\).Get after a constant 100ms, 3 attempts`
		var o *Order
		if o, err = s.orders.Get(ctx, id); err == nil {
			return o, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, fmt.Errorf("order %s: %w", id, err)
}
