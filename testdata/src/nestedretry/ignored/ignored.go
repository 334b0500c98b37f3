// Package ignored is about chains that somebody has looked at.
package ignored

import (
	"context"
	"database/sql"

	"nestedretry/ignored/store"
)

// below is silenced by what it calls.
func below(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = store.Told(ctx, db); err == nil {
			return nil
		}
	}
	return err
}

// above calls one that is silenced further down.
func above(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = below(ctx, db); err == nil {
			return nil
		}
	}
	return err
}

func flagged(ctx context.Context, db *sql.DB) (err error) {
	for range 4 { // want `16 attempts of \(\*sql.DB\).PingContext for one call: ignored.flagged 4× → store.Untold 4×`
		if err = store.Untold(ctx, db); err == nil {
			return nil
		}
	}
	return err
}

// here is silenced where it stands, and so is what calls it.
//
//retrylint:ignore nestedretry it runs at the start, and alone
func here(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = store.Untold(ctx, db); err == nil {
			return nil
		}
	}
	return err
}

func onHere(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = here(ctx, db); err == nil {
			return nil
		}
	}
	return err
}

func either(ctx context.Context, db *sql.DB, first bool) error {
	if first {
		return below(ctx, db)
	}
	return store.Untold(ctx, db)
}

// both has a way that nobody has looked at, which is not the worst.
func both(ctx context.Context, db *sql.DB, first bool) (err error) {
	for range 5 { // want `20 attempts of \(\*sql.DB\).PingContext for one call: ignored.both 5× → store.Untold 4×`
		if err = either(ctx, db, first); err == nil {
			return nil
		}
	}
	return err
}
