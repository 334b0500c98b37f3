// Package ownwrapper has types that implement an interface around another implementation.
package ownwrapper

import (
	"context"
	"net/http"
)

type store interface {
	Put(ctx context.Context, key string) error
}

type remote struct{ client *http.Client }

func (r *remote) Put(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, key, nil)
	if err != nil {
		return err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type steady struct{ store store }

// What it wraps is another type, if nothing says otherwise.
func (s *steady) Put(ctx context.Context, key string) (err error) {
	for range 4 {
		if err = s.store.Put(ctx, key); err == nil {
			return nil
		}
	}
	return err
}

func newSteady(inner store) store { return &steady{store: inner} }

func newRemote(c *http.Client) store { return &remote{client: c} }

type service struct{ store store }

func (s *service) save(ctx context.Context, key string) (err error) {
	for range 3 { // want `up to 12 attempts of \(\*http.Client\).Do for one call: \(\*ownwrapper.service\).save 3× → \(\*ownwrapper.steady\).Put 4×`
		if err = s.store.Put(ctx, key); err == nil {
			return nil
		}
	}
	return err
}
