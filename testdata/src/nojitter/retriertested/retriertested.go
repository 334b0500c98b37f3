// Package retriertested has a retrier that only a test of its own calls, with something local.
package retriertested

import "time"

func Repeat(n int, op func() error) (err error) {
	for range n { // want `retries op after a constant 1s, n attempts`
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
