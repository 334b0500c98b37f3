// Package markedfinal marks what fails as final: only a state that is not there yet repeats.
package markedfinal

import (
	"context"
	"errors"
	"time"

	"nojitter/policyobject/policy"
)

var errNotYet = errors.New("not there yet")

type zones interface {
	Get(ctx context.Context, name string) (id string, err error)
}

func find(ctx context.Context, z zones, name string) (string, error) {
	return policy.DoValue(func() (string, error) {
		id, err := z.Get(ctx, name)
		if err != nil {
			return "", policy.Mark(err)
		}
		if id == "" {
			return "", errNotYet
		}
		return id, nil
	}, policy.NewConstant(5*time.Second))
}
