// Package triedports notes in a map which targets were tried: each round goes to another.
package triedports

import (
	"context"
	"net/http"
)

type picker interface {
	Pick(ctx context.Context, tried map[string]bool) (string, error)
}

func get(ctx context.Context, p picker) (*http.Response, error) {
	tried := make(map[string]bool)
	for {
		host, err := p.Pick(ctx, tried)
		if err != nil {
			return nil, err
		}
		resp, err := http.Get("http://" + host)
		if err == nil {
			return resp, nil
		}
		tried[host] = true
	}
}
