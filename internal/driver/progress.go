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
	packages int
}

// patience is how long nothing is said, and pace the time between two words.
const (
	patience = 2 * time.Second
	pace     = 200 * time.Millisecond
	erase    = "\r\x1b[K"
)

func newProgress(w io.Writer, now func() time.Time) *progress {
	return &progress{w: w, now: now, start: now()}
}

// analysed takes note of one more package.
func (p *progress) analysed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.packages++
	at := p.now()
	if at.Sub(p.start) < patience || at.Sub(p.last) < pace {
		return
	}
	p.last, p.shown = at, true
	fmt.Fprintf(p.w, "%sretrylint: %d packages analysed", erase, p.packages)
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
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

func (p *progress) clear() {
	if p.shown {
		p.shown = false
		fmt.Fprint(p.w, erase)
	}
}
