// Package recursepages calls itself for the next page and for child nodes.
package recursepages

import "context"

type node struct {
	Names    []string
	Next     string
	Children []string
}

type directory interface {
	List(ctx context.Context, dir, token string) (node, error)
}

func walk(ctx context.Context, d directory, dir, token string) ([]string, error) {
	n, err := d.List(ctx, dir, token)
	if err != nil {
		return nil, err
	}
	names := n.Names
	for _, child := range n.Children {
		more, err := walk(ctx, d, child, "")
		if err != nil {
			return nil, err
		}
		names = append(names, more...)
	}
	if n.Next != "" {
		more, err := walk(ctx, d, dir, n.Next)
		if err != nil {
			return nil, err
		}
		names = append(names, more...)
	}
	return names, nil
}
