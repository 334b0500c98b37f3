// Package store keeps sales in a database.
package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/retrylint/retrylint/examples/storm/sales/pause"
)

const attempts = 4

// A Store keeps sales.
type Store struct{ db *sql.DB }

// New returns a store in a database.
func New(db *sql.DB) *Store { return &Store{db: db} }

// Of returns the sales of a month. Most errors of the database are over in a moment.
func (s *Store) Of(ctx context.Context, month string) (sales []int, err error) {
	for attempt := 1; attempt <= attempts; attempt++ {
		if sales, err = s.query(ctx, month); err == nil {
			return sales, nil
		}
		if err := pause.Before(ctx, attempt); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("sales of %s: %w", month, err)
}

func (s *Store) query(ctx context.Context, month string) (sales []int, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT amount FROM sales WHERE month = $1", month)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var sale int
		if err := rows.Scan(&sale); err != nil {
			return nil, err
		}
		sales = append(sales, sale)
	}
	return sales, rows.Err()
}
