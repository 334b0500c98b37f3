// Package dep runs operations again; what they reach cannot be seen from here, but others will use it for anything.
package dep

import "time"

// Do runs op up to n times.
func Do(n int, op func() error) (err error) {
	for range n { // want `retries op after a constant 1s, n attempts`
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
