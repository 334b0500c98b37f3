// Package api knows a store by its interface only.
package api

import "context"

type Store interface {
	Put(ctx context.Context, key string) error
}

type Service struct {
	store Store
	tries int
}

func New(store Store, tries int) *Service { return &Service{store: store, tries: tries} }

func (s *Service) Save(ctx context.Context, key string) (err error) {
	for range s.tries {
		if err = s.store.Put(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

func Copy(ctx context.Context, to Store, keys []string) error {
	for _, key := range keys {
		if err := copyOne(ctx, to, key); err != nil {
			return err
		}
	}
	return nil
}

func copyOne(ctx context.Context, to Store, key string) (err error) {
	for range 3 {
		if err = to.Put(ctx, key); err == nil {
			return nil
		}
	}
	return err
}
