// Package modulohosts goes round the same hosts three times: three attempts for each.
package modulohosts

import "net/http"

func get(hosts []string, path string) (resp *http.Response, err error) {
	for i := range 3 * len(hosts) { // want `retries http.Get with no wait in between`
		if resp, err = http.Get("https://" + hosts[i%len(hosts)] + path); err == nil {
			return resp, nil
		}
	}
	return nil, err
}
