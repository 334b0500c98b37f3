// Package serialization restarts a transaction that lost against another, and returns every other error.
package serialization

import (
	"context"
	"database/sql"
	"errors"
)

var errSerialization = errors.New("could not serialize access")

func once(ctx context.Context, db *sql.DB, work func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := work(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func transact(ctx context.Context, db *sql.DB, work func(*sql.Tx) error) (err error) {
	for range 5 {
		if err = once(ctx, db, work); !errors.Is(err, errSerialization) {
			return err
		}
	}
	return err
}
