// Package lookedupbyneed looks something up for the first item that needs it.
package lookedupbyneed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

type collector struct{ db *sql.DB }

func (c *collector) names(ctx context.Context) ([]string, error) {
	rows, err := c.db.QueryContext(ctx, "SELECT name FROM databases")
	if err != nil {
		return nil, err
	}
	return nil, rows.Close()
}

// What fails for one item is reported, and the next one is collected.
func (c *collector) collect(ctx context.Context, queries map[string]string) {
	var all []string
	for name, query := range queries {
		if all == nil && strings.Contains(query, "*") {
			found, err := c.names(ctx)
			if err != nil {
				fmt.Println(name, err)
				continue
			}
			all = found
		}
		fmt.Println(name, query, all)
	}
}

// What is looked for here is the names.
func (c *collector) find(ctx context.Context, queries map[string]string) ([]string, error) {
	for range queries { // want `retries \(\*collector\).names with no wait in between`
		found, err := c.names(ctx)
		if err == nil {
			return found, nil
		}
	}
	return nil, errors.New("no names")
}
