// Package localwait waits for a file.
package localwait

import (
	"context"
	"os"
	"time"
)

func appears(ctx context.Context, name string) (err error) {
	for range 3 {
		if _, err = os.Stat(name); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
