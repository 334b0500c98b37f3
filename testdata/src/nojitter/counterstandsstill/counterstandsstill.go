// Package counterstandsstill takes its counter back for one error, which can then go round for ever.
package counterstandsstill

import (
	"context"
	"errors"
	"time"
)

var errBusy = errors.New("busy")

type parts interface {
	Read(ctx context.Context, part int) ([]byte, error)
}

func read(ctx context.Context, p parts, part int) (data []byte, err error) {
	for i := 0; i < 5; i++ { // want `retries \(parts\).Read after a constant 1s.*, without limit`
		data, err = p.Read(ctx, part)
		if err == nil {
			return data, nil
		}
		if errors.Is(err, errBusy) {
			i--
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
