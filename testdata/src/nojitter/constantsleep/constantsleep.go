// Package constantsleep waits the same two seconds after every failure.
package constantsleep

import (
	"fmt"
	"io"
	"net/http"
	"time"
)

func load(url string) ([]byte, error) {
	var last error
	for i := 0; i < 4; i++ { // want `retries http.Get after a constant 2s, 4 attempts: clients that fail together come back together; draw each wait at random between 0 and 2s`
		resp, err := http.Get(url)
		if err == nil {
			defer resp.Body.Close()
			return io.ReadAll(resp.Body)
		}
		last = err
		time.Sleep(2 * time.Second)
	}
	return nil, fmt.Errorf("load %s: %w", url, last)
}
