// Package renewedcontext is woken up by the end of a context that is made again then.
package renewedcontext

import (
	"context"
	"database/sql"
	"sync"
	"time"
)

type poller struct {
	mu     sync.Mutex
	db     *sql.DB
	ctx    context.Context
	cancel context.CancelFunc
	closed bool
}

// wake ends what is being waited for.
func (p *poller) wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cancel()
	p.ctx, p.cancel = context.WithCancel(context.Background())
}

func (p *poller) run() {
	for !p.closed {
		p.mu.Lock()
		ctx := p.ctx
		p.mu.Unlock()
		if err := p.db.PingContext(ctx); err == nil {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}
