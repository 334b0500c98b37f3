// Package mutualcall starts over through another function, with another timeout.
package mutualcall

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"time"
)

type discovery struct {
	db      *sql.DB
	retries uint
	timeout time.Duration
}

func (d *discovery) register(contents string) error {
	ctx, cancel := context.WithTimeout(context.Background(), d.timeout)
	_, err := d.db.ExecContext(ctx, "INSERT INTO members VALUES (?)", contents)
	cancel()
	if err != nil {
		log.Print(err)
		return d.registerAgain(contents) // want `each with a timeout of its own that begins with context.Background \(d.timeout\): it is as long whatever`
	}
	d.retries = 0
	return nil
}

func (d *discovery) registerAgain(contents string) error {
	if d.retries < 10 {
		d.retries++
		time.Sleep(time.Second)
		return d.register(contents)
	}
	return errors.New("too many retries")
}
