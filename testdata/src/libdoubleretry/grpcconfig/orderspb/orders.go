// Package orderspb looks like generated code.
package orderspb

import (
	"context"

	"google.golang.org/grpc"
)

// Order is an order.
type Order struct{ ID string }

// OrdersClient is the client of the service.
type OrdersClient interface {
	Get(ctx context.Context, in *Order, opts ...grpc.CallOption) (*Order, error)
}

type ordersClient struct{ cc grpc.ClientConnInterface }

// NewOrdersClient makes a client.
func NewOrdersClient(cc grpc.ClientConnInterface) OrdersClient { return &ordersClient{cc} }

func (c *ordersClient) Get(ctx context.Context, in *Order, opts ...grpc.CallOption) (*Order, error) {
	out := new(Order)
	return out, c.cc.Invoke(ctx, "/orders.Orders/Get", in, out, opts...)
}
