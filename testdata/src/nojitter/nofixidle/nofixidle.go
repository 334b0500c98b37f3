// The sleep also serves rounds in which there is nothing to send.
package nofixidle

import (
	"context"
	"time"
)

type mailer interface {
	Send(ctx context.Context, text string) error
}

type outbox struct{ texts []string }

func (o *outbox) ready() bool { return len(o.texts) > 0 && o.texts[0] != "" }

func flush(ctx context.Context, m mailer, o *outbox, text string) {
	for { // want `retries \(mailer\).Send after a constant 1s, without limit`
		if o.ready() {
			if err := m.Send(ctx, text); err == nil {
				return
			}
		}
		time.Sleep(time.Second)
	}
}
