// Package redis declares what the cases use of the library of the same path. A test in
// the module proof holds it against the real one.
package redis

import (
	"context"
	"time"
)

type Options struct {
	Addr       string
	MaxRetries int
}

type ClusterOptions struct {
	Addrs        []string
	MaxRedirects int
	MaxRetries   int
}

type cmdable func(ctx context.Context, cmd Cmder) error

type Cmder interface{ Err() error }

type baseCmd struct{}

func (*baseCmd) Err() error { panic("a stub") }

type StringCmd struct{ baseCmd }

func (*StringCmd) Result() (string, error) { panic("a stub") }

type StatusCmd struct{ baseCmd }

type Client struct{ cmdable }

type ClusterClient struct{ cmdable }

func NewClient(opt *Options) *Client { panic("a stub") }

func NewClusterClient(opt *ClusterOptions) *ClusterClient { panic("a stub") }

func (c cmdable) Get(ctx context.Context, key string) *StringCmd { panic("a stub") }

func (c cmdable) Set(ctx context.Context, key string, value any, expiration time.Duration) *StatusCmd {
	panic("a stub")
}

func (c cmdable) Ping(ctx context.Context) *StatusCmd { panic("a stub") }

type Cmdable interface {
	Get(ctx context.Context, key string) *StringCmd
	Set(ctx context.Context, key string, value any, expiration time.Duration) *StatusCmd
	Ping(ctx context.Context) *StatusCmd
}
