// Package timedname asks a remote store for a name made of the time, and only that it
// exists already goes round.
package timedname

import (
	"context"
	"errors"
	"fmt"
	"time"
)

var errKeyExists = errors.New("key exists")

type keys interface {
	Create(ctx context.Context, name string) error
}

func create(ctx context.Context, k keys, prefix string) (string, error) {
	for {
		name := fmt.Sprintf("%s/%v", prefix, time.Now().UnixNano())
		err := k.Create(ctx, name)
		if err == nil {
			return name, nil
		}
		if !errors.Is(err, errKeyExists) {
			return "", err
		}
	}
}
