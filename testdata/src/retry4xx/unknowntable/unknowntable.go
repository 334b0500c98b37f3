// Package unknowntable leaves the decision to a list that is set while the program runs: it
// may hold all that is final.
package unknowntable

import (
	"net/http"
	"time"

	"retry4xx/unknowntable/policy"
)

func get(url string) error {
	for range 3 {
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if !policy.Worth(resp.StatusCode) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return nil
}
