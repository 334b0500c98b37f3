// Package handedsleep hands a helper something that waits before it is to be run again.
package handedsleep

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

var errLocked = errors.New("locked")

// again listens to the context in its own waits.
func again(ctx context.Context, do func() (bool, error)) error {
	for range 10 {
		repeat, err := do()
		if !repeat {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return errLocked
}

func lock(ctx context.Context, db *sql.DB) error {
	return again(ctx, func() (bool, error) { // want `retries \(\*sql.DB\).ExecContext, 10 attempts, after a wait that ctx cannot end`
		_, err := db.ExecContext(ctx, "INSERT INTO locks VALUES (1)")
		if errors.Is(err, errLocked) {
			time.Sleep(12 * time.Second)
			return true, err
		}
		return false, err
	})
}

func unlock(ctx context.Context, db *sql.DB) error {
	return again(ctx, func() (bool, error) {
		_, err := db.ExecContext(ctx, "DELETE FROM locks")
		return errors.Is(err, errLocked), err
	})
}
