// Package failurecomessooner renews a lease every ten minutes, and every five seconds while that fails.
package failurecomessooner

import (
	"context"
	"log"
	"time"
)

type leases interface {
	Renew(ctx context.Context, id string) error
}

func keep(ctx context.Context, l leases, id string) {
	for { // want `retries \(leases\).Renew after a constant 5s.*, without limit`
		if err := l.Renew(ctx, id); err != nil {
			log.Print(err)
			time.Sleep(5 * time.Second)
			continue
		}
		time.Sleep(10 * time.Minute)
	}
}
