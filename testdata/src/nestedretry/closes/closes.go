// Package closes brings together what multiplies.
package closes

import (
	"context"
	"database/sql"

	"nestedretry/closes/api"
	"nestedretry/closes/store"
)

func run(ctx context.Context, db *sql.DB) error {
	s := api.New(store.New(db), 5)
	return s.Save(ctx, "a") // want `up to 20 attempts of \(\*sql.DB\).ExecContext for one call: \(\*api.Service\).Save 5× \(api.go:18\) → \(\*store.Table\).Put 4× \(store.go:14\)`
}

func copyAll(ctx context.Context, db *sql.DB) error {
	return api.Copy(ctx, store.New(db), []string{"a", "b"}) // want `12 attempts of \(\*sql.DB\).ExecContext for one call: api.copyOne 3× \(api.go:36\) → \(\*store.Table\).Put 4× \(store.go:14\)`
}

// few stays below the limit, and so does once.
func few(ctx context.Context, db *sql.DB) error {
	return api.New(store.New(db), 2).Save(ctx, "a")
}

func once(ctx context.Context, db *sql.DB) error {
	return api.New(store.NewOnce(db), 9).Save(ctx, "a")
}
