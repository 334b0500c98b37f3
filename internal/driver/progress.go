package driver

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// progress says on a terminal how far a run is that takes long. What is written to it goes to
// the terminal too, and takes the place of what was said.
type progress struct {
	w     io.Writer
	now   func() time.Time
	start time.Time

	mu       sync.Mutex
	last     time.Time
	shown    bool
	closed   bool
	packages int
	// stop ends what says by itself how the time goes on.
	stop func()
}

// patience is how long nothing is said, and pace the time between two words. What a package
// depends on comes first, of which nothing is heard; so the time goes on by itself.
const (
	patience = 2 * time.Second
	pace     = 200 * time.Millisecond
	erase    = "\r\x1b[K"
)

func newProgress(w io.Writer, now func() time.Time) *progress {
	done := make(chan struct{})
	p := &progress{w: w, now: now, start: now(), stop: sync.OnceFunc(func() { close(done) })}
	go func() {
		ticks := time.NewTicker(time.Second)
		defer ticks.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticks.C:
				p.say(0)
			}
		}
	}()
	return p
}

// analysed takes note of one more package.
func (p *progress) analysed() { p.say(1) }

// say says how far the run is, with so many packages more.
func (p *progress) say(packages int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.packages += packages
	at := p.now()
	if p.closed || at.Sub(p.start) < patience || at.Sub(p.last) < pace {
		return
	}
	p.last, p.shown = at, true
	fmt.Fprintf(p.w, "%sretrylint: %d packages analysed, %s", erase, p.packages, at.Sub(p.start).Truncate(time.Second))
}

// Write implements [io.Writer].
func (p *progress) Write(data []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	return p.w.Write(data)
}

// Close takes away what was said.
func (p *progress) Close() {
	p.stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.clear()
}

func (p *progress) clear() {
	if p.shown {
		p.shown = false
		fmt.Fprint(p.w, erase)
	}
}
