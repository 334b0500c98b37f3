// Package recursion starts over by calling itself.
package recursion

import (
	"context"
	"database/sql"
)

func ping(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

// counted is bounded by a counter.
func counted(ctx context.Context, db *sql.DB, left int) error {
	err := ping(ctx, db)
	if err != nil && left > 0 {
		return counted(ctx, db, left-1)
	}
	return err
}

func endless(ctx context.Context, db *sql.DB) error {
	if err := ping(ctx, db); err != nil {
		return endless(ctx, db) // want `attempts of \(\*sql.DB\).PingContext without limit for one call: recursion.endless without limit → recursion.ping 4×`
	}
	return nil
}

// mutual and again call each other, three times each.
func mutual(ctx context.Context, db *sql.DB) (err error) {
	for range 3 { // want `attempts of \(\*sql.DB\).PingContext without limit`
		if err = again(ctx, db); err == nil {
			return nil
		}
	}
	return err
}

func again(ctx context.Context, db *sql.DB) error {
	if err := db.PingContext(ctx); err != nil {
		return mutual(ctx, db)
	}
	return nil
}

type tree struct {
	children []*tree
	db       *sql.DB
}

// walk calls itself for other nodes.
func (t *tree) walk(ctx context.Context) error {
	if err := ping(ctx, t.db); err != nil {
		return err
	}
	for _, c := range t.children {
		if err := c.walk(ctx); err != nil {
			return err
		}
	}
	return nil
}
