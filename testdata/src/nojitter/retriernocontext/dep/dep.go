// Package dep runs operations again; what they reach cannot be seen from here.
package dep

import "time"

// Do runs op up to n times.
func Do(n int, op func() error) (err error) {
	for range n {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
