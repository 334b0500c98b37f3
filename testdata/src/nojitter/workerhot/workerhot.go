// Package workerhot receives again at once from a source that may be broken for good.
package workerhot

import (
	"context"
	"log"
)

type source interface {
	Receive(ctx context.Context) (string, error)
}

func work(ctx context.Context, s source, handle func(string)) {
	for { // want `retries \(source\).Receive with no wait in between.*, without limit`
		item, err := s.Receive(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			log.Print(err)
			continue
		}
		handle(item)
	}
}
