// Package retrierjitterdep calls a retrier of another package that waits as it should.
package retrierjitterdep

import (
	"net/http"

	"nojitter/retrierjitterdep/dep"
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
