// Package policyobject builds its retry policies out of objects of another module.
package policyobject

import (
	"context"
	"net/http"
	"time"

	"nojitter/policyobject/policy"
)

func constant(url string) (*http.Response, error) {
	p := policy.AtMost(policy.NewConstant(200*time.Millisecond), 3)
	return policy.DoValue(func() (*http.Response, error) { // want `retries http.Get after a constant 200ms, 4 attempts: `
		return http.Get(url)
	}, p)
}

type api struct {
	client *http.Client
	pause  time.Duration
}

func (a *api) start(ctx context.Context, req *http.Request) (resp *http.Response, err error) {
	err = a.again(ctx, func() error {
		resp, err = a.client.Do(req)
		return err
	})
	return resp, err
}

func (a *api) again(ctx context.Context, f func() error) error {
	p := policy.With(policy.AtMost(policy.NewConstant(a.pause), 3), ctx)
	return policy.Do(func() error { // want `retries f after a constant wait \(a.pause\), 4 attempts: `
		if err := f(); err != nil {
			return err
		}
		return nil
	}, p)
}

func noSpread(url string) error {
	p := policy.NewExponential()
	p.Spread = 0
	return policy.Do(func() error { // want `retries http.Get after a wait that grows without randomness \(500ms, 750ms, 1.125s\), .*: `
		_, err := http.Get(url)
		return err
	}, policy.AtMost(p, 5))
}
