// Package recursechild calls itself for the parent of what was not found: another item.
package recursechild

import (
	"context"
	"errors"
	"strings"
)

var errNotFound = errors.New("not found")

type store interface {
	Root(ctx context.Context) (string, error)
	Find(ctx context.Context, root, path string) (string, error)
}

func find(ctx context.Context, s store, path string) (string, error) {
	root, err := s.Root(ctx)
	if err != nil {
		if i := strings.LastIndexByte(path, '/'); i > 0 {
			return find(ctx, s, path[:i])
		}
		return "", err
	}
	return s.Find(ctx, root, path)
}
