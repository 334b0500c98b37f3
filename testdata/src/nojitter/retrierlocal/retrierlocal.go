// Package retrierlocal has a retrier that is used for files only.
package retrierlocal

import (
	"os"
	"time"
)

func repeat(n int, op func() error) (err error) {
	for range n {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

func replace(from, to string) error {
	return repeat(5, func() error { return os.Rename(from, to) })
}
