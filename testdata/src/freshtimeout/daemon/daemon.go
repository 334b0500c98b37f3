// Package daemon reconnects for as long as the program runs: nobody waits for it.
package daemon

import (
	"context"
	"database/sql"
	"log"
	"time"
)

func keepAlive(db *sql.DB) {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		conn, err := db.Conn(ctx)
		cancel()
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
		serve(conn)
	}
}

func serve(conn *sql.Conn) {
	for conn.PingContext(context.Background()) == nil {
		time.Sleep(time.Minute)
	}
	conn.Close()
}
