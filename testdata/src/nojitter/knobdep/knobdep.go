// Package knobdep retries as its package variables say.
package knobdep

import "time"

// MaxWait is how long the longest wait may be; programs may change it.
var MaxWait = 6 * time.Second

// Attempts is how often Often tries.
var Attempts = 4

// Default is for those who have no policy of their own.
var Default = Policy{Tries: 5, Wait: time.Second}

// Patient is the same behind a pointer.
var Patient = &Policy{Tries: 7, Wait: 3 * time.Second}

// Policy is how often something is tried.
type Policy struct {
	Tries int
	Wait  time.Duration
}

// Do runs f until it succeeds, with waits that grow up to MaxWait.
func Do(f func() error) (err error) {
	for wait := time.Second; wait < MaxWait; wait += wait / 2 { // want `^retries f after a wait that grows without randomness \(1s, 1\.5s, 2\.25s\), 5 attempts: `
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}

// Do runs f until it succeeds, as the policy says.
func (p *Policy) Do(f func() error) (err error) {
	for range p.Tries { // want `^retries f after a constant wait \(p\.Wait\), p\.Tries attempts: `
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(p.Wait)
	}
	return err
}
