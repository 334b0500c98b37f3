// The timer bounds how long an answer may take; it is no wait.
package nofixanswer

import (
	"context"
	"errors"
	"time"
)

type link interface {
	Send(ctx context.Context, msg string) error
	Reopen()
}

func send(ctx context.Context, l link, msg string, ack <-chan string) error {
	for range 3 { // want `retries \(link\).Send after a constant 5s, 3 attempts`
		if err := l.Send(ctx, msg); err == nil {
			return nil
		}
		select {
		case id := <-ack:
			if id == msg {
				return nil
			}
			return errors.New(id)
		case <-time.After(5 * time.Second):
		}
	}
	return errors.New("no answer")
}
