// Package othercontext has a context that is for something else than the loop.
package othercontext

import (
	"context"
	"database/sql"
	"log"
	"time"
)

func ready(db *sql.DB) (err error) {
	once, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := db.PingContext(once); err != nil {
		log.Print(err)
	}
	for range 3 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
