// Package service declares what the cases use of the library of the same path. A test in
// the module proof holds it against the real one.
package service

import (
	"context"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
)

type ClientOptions struct {
	azcore.ClientOptions
}

type Client struct{ url string }

func NewClientWithNoCredential(serviceURL string, options *ClientOptions) (*Client, error) {
	panic("a stub")
}

type CreateContainerOptions struct{}

type CreateContainerResponse struct{}

func (s *Client) CreateContainer(ctx context.Context, containerName string, options *CreateContainerOptions) (CreateContainerResponse, error) {
	panic("a stub")
}
