// Package singleinterface goes through an interface that one type implements.
package singleinterface

import (
	"context"
	"database/sql"
)

type store interface {
	Put(ctx context.Context, key string) error
}

type table struct{ db *sql.DB }

func (t *table) Put(ctx context.Context, key string) (err error) {
	for range 4 {
		if _, err = t.db.ExecContext(ctx, "INSERT INTO t VALUES ($1)", key); err == nil {
			return nil
		}
	}
	return err
}

type service struct{ store store }

func newService(db *sql.DB) *service { return &service{store: &table{db: db}} }

func (s *service) save(ctx context.Context, key string) (err error) {
	for range 5 { // want `up to 20 attempts of \(\*sql.DB\).ExecContext for one call: \(\*singleinterface.service\).save 5× → \(\*singleinterface.table\).Put 4×`
		if err = s.store.Put(ctx, key); err == nil {
			return nil
		}
	}
	return err
}
