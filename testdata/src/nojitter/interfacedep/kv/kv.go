// Package kv hands out transactions as an interface that only it implements.
package kv

import "net/http"

type Txn interface {
	Then(op string) Txn
	Commit() error
}

type txn struct {
	c  *Client
	op string
}

type Client struct{ URL string }

func (c *Client) Txn() Txn { return &txn{c: c} }

func (t *txn) Then(op string) Txn { t.op = op; return t }

func (t *txn) Commit() error {
	resp, err := http.Get(t.c.URL + t.op)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Named is implemented by what stays here, and by what does not.
type Named interface{ Name() (string, error) }

type local struct{}

func (local) Name() (string, error) { return "local", nil }

func (t *txn) Name() (string, error) { return "", t.Commit() }
