// Package switchcontinue goes round from a case of a switch on the status.
package switchcontinue

import (
	"fmt"
	"net/http"
	"time"
)

func get(url string) (*http.Response, error) {
	for i := 1; ; i++ { // want `retries http.Get after a constant 1s.*, 3 attempts`
		resp, err := http.Get(url)
		if err != nil {
			return nil, err
		}
		switch code := resp.StatusCode; {
		case code < 400:
			return resp, nil
		case code >= 500 && i < 3:
			resp.Body.Close()
			time.Sleep(time.Second)
			continue
		}
		resp.Body.Close()
		return nil, fmt.Errorf("get %s: %s", url, resp.Status)
	}
}
