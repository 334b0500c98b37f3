// Package policyobjectjitter uses a policy of another module that spreads its waits.
package policyobjectjitter

import (
	"context"
	"net/http"

	"nojitter/policyobject/policy"
)

func get(ctx context.Context, url string) (*http.Response, error) {
	p := policy.With(policy.AtMost(policy.NewExponential(), 3), ctx)
	return policy.DoValue(func() (*http.Response, error) { return http.Get(url) }, p)
}

func given(p policy.Policy, url string) (*http.Response, error) {
	return policy.DoValue(func() (*http.Response, error) { return http.Get(url) }, p)
}
