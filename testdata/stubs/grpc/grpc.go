// Package grpc declares what the cases use of the library of the same path. A test in the
// module proof holds it against the real one.
package grpc

import "context"

type CallOption interface{ unexported() }

type EmptyCallOption struct{}

func (EmptyCallOption) unexported() { panic("a stub") }

type ClientConnInterface interface {
	Invoke(ctx context.Context, method string, args any, reply any, opts ...CallOption) error
}

type ClientConn struct{ target string }

func (cc *ClientConn) Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error {
	panic("a stub")
}

type DialOption interface{ unexported() }

type UnaryInvoker func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error

type UnaryClientInterceptor func(ctx context.Context, method string, req, reply any, cc *ClientConn, invoker UnaryInvoker, opts ...CallOption) error

func NewClient(target string, opts ...DialOption) (conn *ClientConn, err error) { panic("a stub") }

func WithDefaultServiceConfig(s string) DialOption { panic("a stub") }

func WithDisableRetry() DialOption { panic("a stub") }

func WithUnaryInterceptor(f UnaryClientInterceptor) DialOption { panic("a stub") }

func WithChainUnaryInterceptor(interceptors ...UnaryClientInterceptor) DialOption { panic("a stub") }
