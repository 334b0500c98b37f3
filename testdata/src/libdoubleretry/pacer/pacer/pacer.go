// Package pacer runs calls again as they ask for it.
package pacer

import "time"

// Paced returns whether it is to be called again.
type Paced func() (bool, error)

// Invoker calls what is paced.
type Invoker func(try, tries int, f Paced) (bool, error)

// Pacer runs calls.
type Pacer struct {
	retries int
	invoke  Invoker
	sleep   time.Duration
}

// New makes a Pacer.
func New(retries int, invoke Invoker) *Pacer {
	return &Pacer{retries: retries, invoke: invoke, sleep: time.Millisecond}
}

// Call runs f until it does not ask to be called again.
func (p *Pacer) Call(f Paced) error { return p.call(f, p.retries) }

func (p *Pacer) call(f Paced, retries int) (err error) {
	var retry bool
	for i := 1; i <= retries; i++ {
		time.Sleep(p.sleep)
		retry, err = p.invoke(i, retries, f)
		if !retry {
			break
		}
	}
	return err
}
