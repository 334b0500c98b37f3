// Package givenbackground gives the function that makes the timeout nothing to derive it from.
package givenbackground

import (
	"context"
	"database/sql"
	"time"
)

type store struct{ db *sql.DB }

func (s *store) ping(ctx context.Context, timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return s.db.PingContext(ctx)
}

func (s *store) deaf(ctx context.Context) (err error) {
	for range 3 { // want `retries \(\*store\).ping, 3 attempts, each with a timeout of its own that begins with context.Background: 3 × 5s \+ waits 3s = 18s, whatever is left to ctx`
		if err = s.ping(context.Background(), 5*time.Second); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) listens(ctx context.Context) (err error) {
	for range 3 {
		if err = s.ping(ctx, 5*time.Second); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
