// Package grpcconfig gives connections service configs and interceptors.
package grpcconfig

import (
	"context"
	_ "embed"
	"time"

	"libdoubleretry/grpcconfig/orderspb"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
)

const sevenAttempts = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 7, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

// atTheTop has the policy where gRPC does not look for it.
const atTheTop = `{"loadBalancingPolicy": "round_robin", "retryPolicy": {"maxAttempts": 3}}`

//go:embed config.json
var embedded string

func get(ctx context.Context, orders orderspb.OrdersClient, opts ...grpc.CallOption) (order *orderspb.Order, err error) {
	return orders.Get(ctx, &orderspb.Order{ID: "1"}, opts...)
}

// Policy has a policy of more attempts than gRPC makes.
func Policy(ctx context.Context) (order *orderspb.Order, err error) {
	conn, err := grpc.NewClient("orders:443", grpc.WithDefaultServiceConfig(sevenAttempts))
	if err != nil {
		return nil, err
	}
	orders := orderspb.NewOrdersClient(conn)
	for range 4 { // want `^4 attempts here × 5 in grpc \(maxAttempts of the retryPolicy, 5 at grpcconfig\.go:\d+(, v1\.85\.0)?\) = up to 20: grpc already retries \(orderspb\.OrdersClient\)\.Get; grpc\.WithDisableRetry\(\) turns grpc's off$`
		if order, err = orders.Get(ctx, &orderspb.Order{ID: "1"}); err == nil {
			return order, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Embedded has the policy in a file.
func Embedded(ctx context.Context) (order *orderspb.Order, err error) {
	conn, err := grpc.NewClient("orders:443", grpc.WithDefaultServiceConfig(embedded))
	if err != nil {
		return nil, err
	}
	orders := orderspb.NewOrdersClient(conn)
	for range 4 { // want `^4 attempts here × 3 in grpc `
		if order, err = get(ctx, orders); err == nil {
			return order, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Ignored has a policy that gRPC ignores.
func Ignored(ctx context.Context) (order *orderspb.Order, err error) {
	conn, err := grpc.NewClient("orders:443", grpc.WithDefaultServiceConfig(atTheTop))
	if err != nil {
		return nil, err
	}
	orders := orderspb.NewOrdersClient(conn)
	for range 4 {
		if order, err = orders.Get(ctx, &orderspb.Order{ID: "1"}); err == nil {
			return order, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Both has an interceptor above a policy.
func Both(ctx context.Context) (order *orderspb.Order, err error) {
	conn, err := grpc.NewClient("orders:443",
		grpc.WithDefaultServiceConfig(embedded),
		grpc.WithChainUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(2))))
	if err != nil {
		return nil, err
	}
	orders := orderspb.NewOrdersClient(conn)
	for range 4 { // want `^4 attempts here × 3 in grpc .* × 2 in go-grpc-middleware \(WithMax = 2 at grpcconfig\.go:\d+\) = up to 24: `
		if order, err = orders.Get(ctx, &orderspb.Order{ID: "1"}); err == nil {
			return order, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Disabled has an interceptor that the call turns off.
func Disabled(ctx context.Context) (order *orderspb.Order, err error) {
	conn, err := grpc.NewClient("orders:443", grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(3))))
	if err != nil {
		return nil, err
	}
	orders := orderspb.NewOrdersClient(conn)
	for range 4 {
		if order, err = orders.Get(ctx, &orderspb.Order{ID: "1"}, retry.Disable()); err == nil {
			return order, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Idle has an interceptor that does not retry unless it is told to.
func Idle(ctx context.Context) (order *orderspb.Order, err error) {
	conn, err := grpc.NewClient("orders:443", grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor()))
	if err != nil {
		return nil, err
	}
	orders := orderspb.NewOrdersClient(conn)
	for range 4 {
		if order, err = orders.Get(ctx, &orderspb.Order{ID: "1"}); err == nil {
			return order, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
