// Package sidelookup looks something up beside the request, by a call that may stay in memory.
package sidelookup

import (
	"context"
	"database/sql"
	"time"
)

type Token interface {
	Resolve(ctx context.Context) (string, error)
}

func update(ctx context.Context, db *sql.DB, t Token) error {
	name, err := t.Resolve(context.TODO())
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "UPDATE t SET name = $1", name)
	return err
}

func updateSoon(ctx context.Context, db *sql.DB, t Token) (err error) {
	for range 4 {
		if err = update(ctx, db, t); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Here the lookup is all there is.
func resolve(ctx context.Context, t Token) (name string, err error) {
	for range 4 { // want `each with a context that never ends \(context.TODO\) where ctx is at hand`
		if name, err = t.Resolve(context.TODO()); err == nil {
			return name, nil
		}
		time.Sleep(time.Second)
	}
	return "", err
}
