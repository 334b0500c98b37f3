// Package retriernocontext hands a remote call and a local one to a retrier that could not know: it closes here.
package retriernocontext

import (
	"net/http"
	"os"

	"nojitter/retriernocontext/dep"
)

func ready(url string) error {
	return dep.Do(5, func() error { // want `retries .* after a constant 1s`
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func replace(from, to string) error {
	return dep.Do(5, func() error { return os.Rename(from, to) })
}
