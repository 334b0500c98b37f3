// Package generic has type parameters on the way.
package generic

import (
	"context"
	"database/sql"
)

func try[T any](n int, op func() (T, error)) (v T, err error) {
	for range n {
		if v, err = op(); err == nil {
			return v, nil
		}
	}
	return v, err
}

func query(ctx context.Context, db *sql.DB) (*sql.Rows, error) {
	return try(4, func() (*sql.Rows, error) { return db.QueryContext(ctx, "SELECT 1") })
}

func all(ctx context.Context, db *sql.DB) (*sql.Rows, error) {
	return try(4, func() (*sql.Rows, error) { // want `up to 16 attempts of \(\*sql.DB\).QueryContext for one call: generic.all 4× → generic.query 4×`
		return query(ctx, db)
	})
}

type cache[K comparable] struct{ db *sql.DB }

func (c *cache[K]) get(ctx context.Context, key K) (err error) {
	for range 3 {
		if _, err = c.db.ExecContext(ctx, "SELECT $1", key); err == nil {
			return nil
		}
	}
	return err
}

func named(ctx context.Context, c *cache[string]) (err error) {
	for range 4 { // want `up to 12 attempts of \(\*sql.DB\).ExecContext for one call: generic.named 4× → \(\*generic.cache\[K\]\).get 3×`
		if err = c.get(ctx, "a"); err == nil {
			return nil
		}
	}
	return err
}
