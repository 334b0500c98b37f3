// Package closureattempt attempts a local closure.
package closureattempt

import (
	"fmt"
	"net/http"
	"time"
)

func ready(url string) error {
	check := func() error {
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return fmt.Errorf("not ready: %s", resp.Status)
		}
		return nil
	}
	err := check()
	for i := 0; err != nil && i < 9; i++ { // want `retries check after a constant 1s, 10 attempts`
		time.Sleep(time.Second)
		err = check()
	}
	return err
}
