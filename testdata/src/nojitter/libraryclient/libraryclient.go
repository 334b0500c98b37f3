// Package libraryclient makes clients of libraries that retry by themselves.
package libraryclient

import (
	"net/http"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"github.com/hashicorp/go-retryablehttp"
	"google.golang.org/grpc"
)

func byDefault() *http.Client {
	client := retryablehttp.NewClient() // want `^retryablehttp\.NewClient makes a client that retries after a wait that grows without randomness \(from 1s\), 6 attempts: clients that fail together come back together; give it a wait with a random part$`
	client.RetryMax = 5
	return client.StandardClient()
}

func jittered() *retryablehttp.Client {
	client := retryablehttp.NewClient()
	client.RetryWaitMin, client.RetryWaitMax = time.Second, 5*time.Second
	client.Backoff = retryablehttp.LinearJitterBackoff
	return client
}

func own(wait retryablehttp.Backoff) *retryablehttp.Client {
	client := retryablehttp.NewClient()
	client.Backoff = wait
	return client
}

func off() *retryablehttp.Client {
	client := retryablehttp.NewClient()
	client.RetryMax = 0
	return client
}

func lost() *http.Client {
	client := retryablehttp.NewClient()
	client.HTTPClient.Timeout = time.Second
	return client.HTTPClient
}

func interceptor() (*grpc.ClientConn, error) {
	opts := []retry.CallOption{
		retry.WithMax(3),
		retry.WithBackoff(retry.BackoffLinear(time.Second)),
	}
	return grpc.NewClient("queue:443", grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(opts...))) // want `^retry\.UnaryClientInterceptor makes a client that retries after a constant 1s, 3 attempts: `
}

func randomInterceptor() (*grpc.ClientConn, error) {
	return grpc.NewClient("queue:443", grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(3))))
}

func idleInterceptor() (*grpc.ClientConn, error) {
	return grpc.NewClient("queue:443", grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithBackoff(retry.BackoffLinear(time.Second)))))
}
