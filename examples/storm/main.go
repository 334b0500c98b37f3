// Storm runs three services of a small shop on loopback, with a database that is
// down, and places one order.
//
//	gateway -> orders -> inventory -> database
//
// Each service retries what it calls, four times, and each does so for a good
// reason. The program prints what becomes of the one order. It then asks for one report,
// whose three layers are packages of one program.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/retrylint/retrylint/examples/storm/gateway"
	"github.com/retrylint/retrylint/examples/storm/inventory"
	"github.com/retrylint/retrylint/examples/storm/orders"
	"github.com/retrylint/retrylint/examples/storm/outage"
	"github.com/retrylint/retrylint/examples/storm/sales"
	"github.com/retrylint/retrylint/examples/storm/sales/ledger"
	"github.com/retrylint/retrylint/examples/storm/sales/store"
)

func main() {
	log.SetFlags(log.Ltime)
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	database := new(outage.Database)
	db := sql.OpenDB(database)
	defer db.Close()

	inventoryURL, err := serve(inventory.New(db))
	if err != nil {
		return err
	}
	ordersURL, err := serve(orders.New(inventoryURL))
	if err != nil {
		return err
	}
	gatewayURL, err := serve(gateway.New(ordersURL))
	if err != nil {
		return err
	}

	start := time.Now()
	log.Print("placing one order; this takes about a quarter of a minute")
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, gatewayURL+"/checkout", strings.NewReader(`{"item":"umbrella","count":1}`))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()

	fmt.Printf("1 order: %s after %s, and %d statements for a database that is down\n",
		resp.Status, time.Since(start).Round(time.Second), database.Statements())
	return report(ctx, database, db)
}

// report asks for one report.
func report(ctx context.Context, database *outage.Database, db *sql.DB) error {
	before := database.Statements()
	url, err := serve(sales.New(ledger.New(store.New(db))))
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/?month=may", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	fmt.Printf("1 report: %s, and %d statements\n", resp.Status, database.Statements()-before)
	return nil
}

// serve starts a server for h on a free port and returns its address as a URL.
func serve(h http.Handler) (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go func() { log.Print(http.Serve(l, h)) }()
	return "http://" + l.Addr().String(), nil
}
