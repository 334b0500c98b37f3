// Package handedjudge hands a retrier a judge that is too tangled to be followed: what it lets
// through is not known.
package handedjudge

import (
	"net/http"
	"strings"

	"github.com/avast/retry-go/v4"
)

type statusError struct{ status int }

func (e statusError) Error() string { return http.StatusText(e.status) }

func transient(err error) bool {
	text := err.Error()
	if strings.Contains(text, "reset") || strings.Contains(text, "refused") || strings.Contains(text, "closed") ||
		strings.Contains(text, "unreachable") || strings.Contains(text, "handshake") || strings.Contains(text, "i/o timeout") ||
		strings.Contains(text, "broken pipe") || strings.Contains(text, "deadline") || strings.Contains(text, "EOF") {
		return true
	}
	s, ok := err.(statusError)
	return ok && s.status >= 500
}

func get(url string) error {
	return retry.Do(func() error {
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return statusError{resp.StatusCode}
		}
		return nil
	}, retry.Attempts(4), retry.RetryIf(transient))
}

// always lets everything through.
func always(error) bool { return true }

func getAlways(url string) error {
	return retry.Do(func() error { // want `^retries http\.Get on 400-407, 409-424, 426-428, 430-499, 4 attempts: `
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return statusError{resp.StatusCode}
		}
		return nil
	}, retry.Attempts(4), retry.RetryIf(always))
}
