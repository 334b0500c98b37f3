// Package advance moves on when a part was taken and stays where it is when not.
package advance

import (
	"context"
	"time"
)

type upload interface {
	Put(ctx context.Context, pos int, part []byte) (int, error)
}

func put(ctx context.Context, u upload, buf []byte) error {
	pos, fails := 0, 0
	for pos < len(buf) { // want `retries \(upload\).Put after a constant 1s.*, 4 attempts`
		n, err := u.Put(ctx, pos, buf[pos:])
		if err == nil {
			pos, fails = pos+n, 0
			continue
		}
		if fails++; fails > 3 {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}
