// Package goroutines waits for some goroutines, and for others not.
package goroutines

import (
	"context"
	"database/sql"
	"sync"
	"time"
)

func ping(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

func waited(ctx context.Context, db *sql.DB) error {
	res := make(chan error, 1)
	var err error
	for range 5 { // want `up to 20 attempts of \(\*sql.DB\).PingContext for one call: goroutines.waited 5× → goroutines.ping 4×`
		go func() { res <- ping(ctx, db) }()
		if err = <-res; err == nil {
			return nil
		}
	}
	return err
}

func group(ctx context.Context, db *sql.DB) error {
	var wg sync.WaitGroup
	var err error
	wg.Add(1)
	go func() {
		defer wg.Done()
		err = ping(ctx, db)
	}()
	wg.Wait()
	return err
}

func grouped(ctx context.Context, db *sql.DB) (err error) {
	for range 3 { // want `up to 12 attempts of \(\*sql.DB\).PingContext for one call: goroutines.grouped 3× → goroutines.ping 4×`
		if err = group(ctx, db); err == nil {
			return nil
		}
	}
	return err
}

func started(ctx context.Context, db *sql.DB) error {
	go func() { _ = ping(ctx, db) }()
	return db.PingContext(ctx)
}

// notWaited repeats what starts something else, and does not wait for it.
func notWaited(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = started(ctx, db); err == nil {
			return nil
		}
	}
	return err
}

type pool struct {
	db     *sql.DB
	closed chan struct{}
}

// refill goes on until it has worked. Whoever starts it waits for other things.
func (p *pool) refill() {
	for p.db.Ping() != nil {
		time.Sleep(time.Second)
	}
}

// get waits for a timer and for the end of the pool, not for the goroutine.
func (p *pool) get(ctx context.Context) (err error) {
	for range 5 {
		if err = p.db.PingContext(ctx); err == nil {
			return nil
		}
		go p.refill()
		select {
		case <-time.After(time.Second):
		case <-p.closed:
			return err
		}
	}
	return err
}

func (p *pool) check(ctx context.Context, res chan<- error) { res <- ping(ctx, p.db) }

func (p *pool) checked(ctx context.Context) (err error) {
	res := make(chan error, 1)
	for range 3 { // want `up to 12 attempts of \(\*sql.DB\).PingContext for one call: \(\*goroutines.pool\).checked 3× → goroutines.ping 4×`
		go p.check(ctx, res)
		if err = <-res; err == nil {
			return nil
		}
	}
	return err
}
