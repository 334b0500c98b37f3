// Package replacedconnection replaces a dead idle connection and then tries once more at once.
package replacedconnection

import (
	"context"
	"errors"
	"io"
)

type conn interface {
	Send(ctx context.Context, msg string) error
	Close() error
}

type client struct {
	conn conn
	dial func(context.Context) (conn, error)
}

func (c *client) send(ctx context.Context, msg string) error {
	for replaced := false; ; replaced = true {
		err := c.conn.Send(ctx, msg)
		if !errors.Is(err, io.EOF) || replaced {
			return err
		}
		c.conn.Close()
		if c.conn, err = c.dial(ctx); err != nil {
			return err
		}
	}
}
