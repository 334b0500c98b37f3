// Package stops has chains that do not multiply.
package stops

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

var errGaveUp = errors.New("gave up")

func ping(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%w: %v", errGaveUp, err)
}

// leaves does not repeat what failed first.
func leaves(ctx context.Context, db *sql.DB) error {
	for range 5 {
		if err := ping(ctx, db); err != nil {
			return err
		}
		if err := db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return nil
}

// sentinel leaves when the inner one gave up.
func sentinel(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		err = ping(ctx, db)
		if err == nil || errors.Is(err, errGaveUp) {
			return err
		}
	}
	return err
}

// after calls the other one only when all went well.
func after(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.PingContext(ctx); err == nil {
			return ping(ctx, db)
		}
	}
	return err
}

// sequence is one after the other.
func sequence(ctx context.Context, db *sql.DB) error {
	for range 8 {
		if err := db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return ping(ctx, db)
}

// hosts asks each once.
func hosts(ctx context.Context, dbs []*sql.DB) (err error) {
	for _, db := range dbs {
		if err = ping(ctx, db); err == nil {
			return nil
		}
	}
	return err
}

// many is one loop alone.
func many(ctx context.Context, db *sql.DB) (err error) {
	for range 50 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

// few is below the limit.
func few(ctx context.Context, db *sql.DB) (err error) {
	for range 2 {
		if err = ping(ctx, db); err == nil {
			return nil
		}
	}
	return err
}

func inner(ctx context.Context, db *sql.DB, left *int) (err error) {
	for ; *left > 0; *left-- {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

// shared counts with what the inner one counts with.
func shared(ctx context.Context, db *sql.DB) (err error) {
	left := 20
	for ; left > 0; left-- {
		if err = inner(ctx, db, &left); err == nil {
			return nil
		}
	}
	return err
}

// poll waits for a state, and leaves on an error.
func poll(ctx context.Context, db *sql.DB, ready func() bool) error {
	for {
		if err := ping(ctx, db); err != nil {
			return err
		}
		if ready() {
			return nil
		}
	}
}
