// Package filewait waits for a file that another process of the machine writes.
package filewait

import (
	"os"
	"time"
)

func read(path string) (data []byte, err error) {
	for range 20 {
		if data, err = os.ReadFile(path); err == nil {
			return data, nil
		}
		time.Sleep(250 * time.Millisecond)
	}
	return nil, err
}
