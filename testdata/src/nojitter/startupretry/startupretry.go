// Package startupretry keeps a program from starting until its database answers.
package startupretry

import (
	"database/sql"
	"log"
	"os"
	"time"
)

func main() {
	db, err := sql.Open("postgres", os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	for { // want `retries \(\*sql.DB\).Ping after a constant 2s, without limit`
		if err := db.Ping(); err != nil {
			log.Print("waiting for the database: ", err)
			time.Sleep(2 * time.Second)
			continue
		}
		break
	}
	log.Print("ready")
}
