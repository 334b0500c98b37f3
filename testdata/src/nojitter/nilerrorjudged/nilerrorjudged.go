// Package nilerrorjudged asks of every error, nil included, whether to try again: the
// judgement of no error is no.
package nilerrorjudged

import (
	"net/http"

	"nojitter/nilerrorjudged/verdict"
)

func fetch(c *http.Client, req *http.Request, tries int) (resp *http.Response, err error) {
	again := true
	for n := 0; again && n < tries; n++ { // want `^retries \(\*http\.Client\)\.Do with no wait in between, tries attempts: `
		resp, err = c.Do(req)
		again = verdict.Worth(err)
	}
	return resp, err
}
