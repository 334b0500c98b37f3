// Two failures wait at two places: one fix draws both.
package fixbranches

import (
	"net/http"
	"time"
)

func get(url string) *http.Response {
	for { // want `retries http.Get after a constant (1|5)s, without limit`
		resp, err := http.Get(url)
		if err != nil {
			time.Sleep(5 * time.Second)
			continue
		}
		if resp.StatusCode >= 500 {
			resp.Body.Close()
			time.Sleep(time.Second)
			continue
		}
		return resp
	}
}
