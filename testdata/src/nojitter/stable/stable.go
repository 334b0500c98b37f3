// Package stable waits until an answer has stayed the same for a while.
package stable

import (
	"context"
	"database/sql"
	"time"
)

const enough = 20

// Each error is taken for an answer, and what was answered ends the loop, though not in the
// first rounds.
func settled(ctx context.Context, db *sql.DB) string {
	last, same := "", 0
	for { // want "retries read after a constant 5s, without limit: clients that fail together come back together; draw each wait at random between 0 and 5s"
		time.Sleep(5 * time.Second)
		leader, err := read(ctx, db)
		if err != nil {
			continue
		}
		if leader != last {
			last, same = leader, 0
			continue
		}
		if same++; same > enough {
			return leader
		}
	}
}

// Nothing that is answered ends this: it is a job that is done every now and then.
func refresh(ctx context.Context, db *sql.DB, show func(string)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(5 * time.Second):
		}
		leader, err := read(ctx, db)
		if err != nil {
			continue
		}
		show(leader)
	}
}

// The number of rounds is fixed, whatever is answered.
func sample(ctx context.Context, db *sql.DB, show func(string)) {
	for range 20 {
		time.Sleep(5 * time.Second)
		leader, err := read(ctx, db)
		if err != nil {
			continue
		}
		show(leader)
	}
}

func read(ctx context.Context, db *sql.DB) (leader string, err error) {
	err = db.QueryRowContext(ctx, "SELECT leader FROM state").Scan(&leader)
	return leader, err
}
