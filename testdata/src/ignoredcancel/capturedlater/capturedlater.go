// Package capturedlater retries in a literal that depends on what it captures.
package capturedlater

import (
	"context"
	"database/sql"
	"time"
)

// There are lines only after the literal has been made.
func collect(ctx context.Context, db *sql.DB, lines <-chan string) {
	var kept []string
	flush := func() {
		if len(kept) == 0 {
			return
		}
		for range 4 { // want `retries \(\*sql.DB\).ExecContext, 4 attempts, after a wait that ctx cannot end \(2s\)`
			if _, err := db.ExecContext(ctx, "INSERT INTO lines VALUES (?)", kept[0]); err == nil {
				break
			}
			time.Sleep(2 * time.Second)
		}
		kept = nil
	}
	for line := range lines {
		kept = append(kept, line)
		if len(kept) > 100 {
			flush()
		}
	}
}

// Here the wait ends with the context.
func collectUntil(ctx context.Context, db *sql.DB, lines <-chan string) {
	var kept []string
	flush := func() {
		if len(kept) == 0 {
			return
		}
		for range 4 {
			if _, err := db.ExecContext(ctx, "INSERT INTO lines VALUES (?)", kept[0]); err == nil {
				break
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(2 * time.Second):
			}
		}
		kept = nil
	}
	for line := range lines {
		kept = append(kept, line)
		if len(kept) > 100 {
			flush()
		}
	}
}
