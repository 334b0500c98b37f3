// Package uncountedbranch goes round on one error with neither wait nor count, in a loop that has both.
package uncountedbranch

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

var errBadRecord = errors.New("bad record")

type source interface {
	Get(ctx context.Context) (string, error)
}

func read(ctx context.Context, s source) (v string, err error) {
	for left := 4; left > 0; { // want `retries \(source\).Get with no wait in between.*, without limit`
		v, err = s.Get(ctx)
		if err == nil {
			return v, nil
		}
		if errors.Is(err, errBadRecord) {
			continue
		}
		left--
		time.Sleep(rand.N(time.Second))
	}
	return "", err
}
