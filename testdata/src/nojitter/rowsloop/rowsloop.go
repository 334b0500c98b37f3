// Package rowsloop scans rows and skips those it cannot read.
package rowsloop

import (
	"context"
	"database/sql"
	"log"
)

func names(ctx context.Context, db *sql.DB) ([]string, error) {
	rows, err := db.QueryContext(ctx, "SELECT name FROM users")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			log.Print(err)
			continue
		}
		names = append(names, name)
	}
	return names, rows.Err()
}
