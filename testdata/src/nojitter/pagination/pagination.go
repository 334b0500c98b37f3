// Package pagination walks pages; the token changes with each round.
package pagination

import "context"

type page struct {
	Items []string
	Next  string
}

type lister interface {
	List(ctx context.Context, token string) (page, error)
}

func all(ctx context.Context, l lister) (items []string, err error) {
	token := ""
	for {
		p, err := l.List(ctx, token)
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
