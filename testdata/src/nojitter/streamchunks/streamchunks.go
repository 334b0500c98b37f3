// Package streamchunks reads a file and sends it chunk by chunk.
package streamchunks

import (
	"context"
	"io"
)

type upload interface {
	Send(ctx context.Context, chunk []byte) error
}

func send(ctx context.Context, u upload, r io.Reader) error {
	buf := make([]byte, 64<<10)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			if serr := u.Send(ctx, buf[:n]); serr != nil {
				return serr
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
