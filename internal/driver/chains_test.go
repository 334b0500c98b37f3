package driver_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/record"
)

// layers has three packages that retry, one below the other, each of which imports only
// the next, and a loop beside them.
const layers = `
-- store/store.go --
package store

import (
	"context"
	"database/sql"
	"time"
)

func Load(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = ping(ctx, db); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func ping(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return db.PingContext(ctx)
}
-- service/service.go --
package service

import (
	"context"
	"database/sql"
	"time"

	"example.com/m/store"
)

func Get(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = store.Load(ctx, db); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
-- gateway/gateway.go --
package gateway

import (
	"context"
	"database/sql"
	"net/http"

	"example.com/m/service"
)

type Server struct{ db *sql.DB }

func (s *Server) Handle(ctx context.Context) error { return s.handle(ctx) }

func (s *Server) handle(ctx context.Context) (err error) {
	for range 4 {
		if err = service.Get(ctx, s.db); err == nil {
			return nil
		}
	}
	return err
}

func single(url string) (resp *http.Response, err error) {
	for range 50 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
	}
	return nil, err
}
`

const (
	links = "" +
		"\t(*gateway.Server).handle: 4 (gateway.go:16), the loop ends with `range 4`; waits 0s\n" +
		"\tservice.Get: 4 (service.go:12), the loop ends with `range 4`; waits 4s\n" +
		"\tstore.Load: 4 (store.go:10), the loop ends with `range 4`; each attempt has 30s; waits 4s\n"
	fromHandle = "gateway/gateway.go:16:2: up to 64 attempts of (*sql.DB).PingContext in (*Server).handle\n" + links +
		"\tthrough (*gateway.Server).handle → service.Get → store.Load → store.ping\n"
	fromServer = "gateway/gateway.go:13:18: up to 64 attempts of (*sql.DB).PingContext in (*Server).Handle\n" + links +
		"\tthrough (*gateway.Server).Handle → (*gateway.Server).handle → service.Get → store.Load → store.ping\n"
	fromService = "service/service.go:12:2: up to 16 attempts of (*sql.DB).PingContext in Get\n"
)

// The worst path to each operation is listed, also where a package on it is imported by
// none of those above; one loop alone is no chain.
func TestChains(t *testing.T) {
	t.Parallel()
	dir := module(t, layers)
	for _, test := range []struct {
		args string
		want string
	}{
		{"./...", fromHandle},
		{"-to SQL ./...", fromHandle},
		{"-to redis ./...", ""},
		{"-from gateway.Server.Handle ./...", fromServer},
		{"-from (*example.com/m/gateway.Server).Handle ./...", fromServer},
		{"-from Handle ./...", ""},
		{"-top 1 -C service .", strings.ReplaceAll(fromService, "service/", "") + strings.Join(strings.SplitAfter(links, "\n")[1:3], "") +
			"\tthrough service.Get → store.Load → store.ping\n"},
	} {
		got := execute(t, dir, []string{realRules}, executable(t), append([]string{"chains"}, strings.Fields(test.args)...)...)
		assert.Equal(t, result{stdout: test.want}, got, test.args)
	}

	got := execute(t, dir, []string{realRules}, executable(t), "chains", "-json", "./...")
	require.Equal(t, 0, got.code, got.stderr)
	var records []record.Record
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &records))
	require.Len(t, records, 1)
	assert.Equal(t, record.Attempts{Kind: "up to", N: 64}, records[0].Chain.Product)

	for args, want := range map[string]string{
		"-top 0 .":  "-top takes a number from 1 on, and got 0",
		"-nosuch .": "flag provided but not defined: -nosuch",
	} {
		got := execute(t, dir, []string{realRules}, executable(t), append([]string{"chains"}, strings.Fields(args)...)...)
		assert.Equal(t, result{code: 2, stderr: "retrylint: " + want + "\nRun 'retrylint -help' for usage.\n"}, got, args)
	}
}

// A site of a chain is explained with the chain, the load that it makes and how long it
// may take.
func TestExplainChain(t *testing.T) {
	t.Parallel()
	dir := module(t, layers)
	got := execute(t, dir, []string{realRules}, executable(t), "explain", "gateway/gateway.go:16")
	require.Equal(t, 0, got.code, got.stderr)
	_, chain, _ := strings.Cut(got.stdout, "\tchain: ")
	assert.Equal(t, "up to 64 attempts of (*sql.DB).PingContext\n"+strings.ReplaceAll("\n"+strings.TrimSuffix(links, "\n"), "\n\t", "\n\t\t")[1:]+`
		through (*gateway.Server).handle → service.Get → store.Load → store.ping
		expected attempts for one call:
			1 % of attempts fail, independently of one another: 1.01
			30 % of attempts fail, independently of one another: 1.43
			100 %, an outage: 64
		longest time: 4 × (4 × (4 × 30s + 4s) + 4s) = 33m20s
`, chain)
}
