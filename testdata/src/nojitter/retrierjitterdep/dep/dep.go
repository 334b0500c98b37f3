// Package dep runs operations again, after a random part of a growing window.
package dep

import (
	"math/rand/v2"
	"time"
)

// Do runs op up to n times.
func Do(n int, op func() error) (err error) {
	for i := range n {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(rand.N(100 * time.Millisecond << i))
	}
	return err
}
