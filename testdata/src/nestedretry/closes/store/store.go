// Package store repeats what it sends.
package store

import (
	"context"
	"database/sql"
)

type Table struct{ db *sql.DB }

func New(db *sql.DB) *Table { return &Table{db: db} }

func (t *Table) Put(ctx context.Context, key string) (err error) {
	for range 4 {
		if _, err = t.db.ExecContext(ctx, "INSERT INTO t VALUES ($1)", key); err == nil {
			return nil
		}
	}
	return err
}

// Once sends it once.
type Once struct{ db *sql.DB }

func NewOnce(db *sql.DB) *Once { return &Once{db: db} }

func (o *Once) Put(ctx context.Context, key string) error {
	_, err := o.db.ExecContext(ctx, "INSERT INTO t VALUES ($1)", key)
	return err
}
