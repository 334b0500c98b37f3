// Package failoverindex counts through its mirrors and pauses before the next.
package failoverindex

import (
	"context"
	"errors"
	"time"
)

type mirror interface {
	Fetch(ctx context.Context, name string) ([]byte, error)
}

func fetch(ctx context.Context, mirrors []mirror, name string) ([]byte, error) {
	var errs []error
	for i := 0; i < len(mirrors); i++ {
		data, err := mirrors[i].Fetch(ctx, name)
		if err == nil {
			return data, nil
		}
		errs = append(errs, err)
		time.Sleep(100 * time.Millisecond)
	}
	return nil, errors.Join(errs...)
}
