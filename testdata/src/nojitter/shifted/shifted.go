// Package shifted shifts the base delay left by the number of the attempt.
package shifted

import (
	"net/http"
	"strings"
	"time"
)

const base = 100 * time.Millisecond

func post(url, body string) (err error) {
	for attempt := 0; attempt < 5; attempt++ { // want `retries http.Post after a wait that grows without randomness \(100ms, 200ms, 400ms.*\), 5 attempts`
		var resp *http.Response
		resp, err = http.Post(url, "text/plain", strings.NewReader(body))
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(base << attempt)
	}
	return err
}
