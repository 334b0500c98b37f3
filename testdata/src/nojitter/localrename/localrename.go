// Package localrename repeats a file rename, which never leaves the machine.
package localrename

import (
	"os"
	"time"
)

func replace(from, to string) (err error) {
	for range 10 {
		if err = os.Rename(from, to); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}
