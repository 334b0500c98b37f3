package proof

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"net/http"

	"github.com/retrylint/retrylint/proof/attempts"
)

var std = library{
	name: "std",
	subjects: []subject{
		database("ExecContext", "driver.ErrBadConn", driver.ErrBadConn, func(c *attempts.Call, db *sql.DB) error {
			_, err := db.ExecContext(c.Context, "INSERT")
			return err
		}),
		database("QueryContext", "driver.ErrBadConn", driver.ErrBadConn, func(c *attempts.Call, db *sql.DB) error {
			rows, err := db.QueryContext(c.Context, "SELECT")
			if err == nil {
				err = rows.Close()
			}
			return err
		}),
		database("PingContext", "driver.ErrBadConn", driver.ErrBadConn, func(c *attempts.Call, db *sql.DB) error { return db.PingContext(c.Context) }),
		database("BeginTx", "driver.ErrBadConn", driver.ErrBadConn, func(c *attempts.Call, db *sql.DB) error {
			_, err := db.BeginTx(c.Context, nil)
			return err
		}),
		database("PrepareContext", "driver.ErrBadConn", driver.ErrBadConn, func(c *attempts.Call, db *sql.DB) error {
			_, err := db.PrepareContext(c.Context, "SELECT")
			return err
		}),
		database("ExecContext", "another error", attempts.ErrFailed, func(c *attempts.Call, db *sql.DB) error {
			_, err := db.ExecContext(c.Context, "INSERT")
			return err
		}),
		{
			symbol:  "net/http.Client.Do",
			methods: getAndPost,
			call:    func(c *attempts.Call) error { return send(c, c.Client()) },
		},
		{
			symbol:  "net/http.Client.Do",
			with:    "a kept connection",
			aside:   true,
			methods: getAndPost,
			faults:  []attempts.Fault{attempts.Dropped, attempts.Reset},
			call: func(c *attempts.Call) error {
				client := c.Client()
				if err := closed(client.Get(c.URL() + attempts.Ready)); err != nil {
					return err
				}
				if c.Method == http.MethodGet {
					return closed(client.Get(c.URL()))
				}
				return send(c, client)
			},
		},
	},
}

// database is a call of database/sql over a driver whose every operation fails.
func database(name, with string, fails error, do func(*attempts.Call, *sql.DB) error) subject {
	return subject{
		symbol:  "database/sql.DB." + name,
		with:    "a driver that returns " + with,
		retrier: true,
		call: func(c *attempts.Call) error {
			db := sql.OpenDB(badDriver{c, fails})
			defer db.Close()
			return do(c, db)
		},
	}
}

// badDriver is a connector, driver and connection at once. Connecting succeeds.
type badDriver struct {
	c     *attempts.Call
	fails error
}

func (d badDriver) fail() error {
	if d.c.Attempt() {
		return d.fails
	}
	return nil
}

func (d badDriver) Connect(context.Context) (driver.Conn, error) { return d, nil }
func (d badDriver) Driver() driver.Driver                        { return d }
func (d badDriver) Open(string) (driver.Conn, error)             { return d, nil }
func (d badDriver) Close() error                                 { return nil }
func (d badDriver) Begin() (driver.Tx, error)                    { return nil, d.fail() }
func (d badDriver) Ping(context.Context) error                   { return d.fail() }
func (d badDriver) Prepare(string) (driver.Stmt, error)          { return nil, d.fail() }
func (d badDriver) ExecContext(context.Context, string, []driver.NamedValue) (driver.Result, error) {
	return nil, d.fail()
}
func (d badDriver) QueryContext(context.Context, string, []driver.NamedValue) (driver.Rows, error) {
	return nil, d.fail()
}
