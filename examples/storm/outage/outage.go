// Package outage is a database that is down.
package outage

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync/atomic"
)

var errDown = errors.New("the database system is starting up")

// Database takes connections, refuses every statement and counts them. It is
// the connector for sql.OpenDB.
type Database struct{ statements atomic.Int64 }

// Statements returns how many statements have been refused.
func (d *Database) Statements() int64 { return d.statements.Load() }

// Connect implements driver.Connector.
func (d *Database) Connect(context.Context) (driver.Conn, error) { return conn{d}, nil }

// Driver implements driver.Connector.
func (d *Database) Driver() driver.Driver { return nil }

type conn struct{ database *Database }

func (c conn) refuse() error {
	c.database.statements.Add(1)
	return errDown
}

func (c conn) Prepare(string) (driver.Stmt, error) { return nil, c.refuse() }
func (c conn) Begin() (driver.Tx, error)           { return nil, c.refuse() }
func (c conn) Close() error                        { return nil }
