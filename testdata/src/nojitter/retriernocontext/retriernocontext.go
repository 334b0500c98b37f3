// Package retriernocontext hands a remote call and a local one to an exported retrier, which is reported where it stands.
package retriernocontext

import (
	"net/http"
	"os"

	"nojitter/retriernocontext/dep"
)

func ready(url string) error {
	return dep.Do(5, func() error {
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
