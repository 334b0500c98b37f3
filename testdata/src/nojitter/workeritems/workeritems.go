// Package workeritems handles item after item; a failed one is logged and left behind.
package workeritems

import (
	"context"
	"log"
)

type mailer interface {
	Mail(ctx context.Context, to string) error
}

func work(ctx context.Context, m mailer, queue <-chan string) {
	for to := range queue {
		if err := m.Mail(ctx, to); err != nil {
			log.Printf("mail to %s: %v", to, err)
			continue
		}
	}
}
