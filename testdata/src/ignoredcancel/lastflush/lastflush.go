// Package lastflush tries once more when the caller goes, with a context of its own.
package lastflush

import (
	"context"
	"database/sql"
	"time"
)

func flush(ctx context.Context, db *sql.DB) error {
	for {
		err := write(ctx, db)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return write(context.WithoutCancel(ctx), db)
		case <-time.After(time.Second):
		}
	}
}

func write(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "INSERT INTO t VALUES (1)")
	return err
}
