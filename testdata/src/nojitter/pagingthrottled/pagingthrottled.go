// Package pagingthrottled walks pages and asks for the same page again, after a fixed wait, when it is throttled.
package pagingthrottled

import (
	"context"
	"errors"
	"time"
)

var errThrottled = errors.New("throttled")

type page struct {
	Items []string
	Next  string
}

type lister interface {
	List(ctx context.Context, token string) (page, error)
}

func all(ctx context.Context, l lister) (items []string, err error) {
	token := ""
	for { // want `retries \(lister\).List after a constant 10s.*, without limit`
		p, err := l.List(ctx, token)
		if errors.Is(err, errThrottled) {
			time.Sleep(10 * time.Second)
			continue
		}
		if err != nil {
			return nil, err
		}
		items = append(items, p.Items...)
		if p.Next == "" {
			return items, nil
		}
		token = p.Next
	}
}
