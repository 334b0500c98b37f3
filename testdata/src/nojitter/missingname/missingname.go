// Package missingname asks again at once while the store says that a key does not exist.
package missingname

import (
	"context"
	"errors"
	"io/fs"
)

type keys interface {
	Drop(ctx context.Context, name string) error
}

func drop(ctx context.Context, k keys, name string) error {
	for { // want `^retries \(keys\)\.Drop with no wait in between, without limit: `
		err := k.Drop(ctx, name)
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
}
