// Package secondway goes round only when another request has succeeded after the first
// failed: where everything fails, it leaves.
package secondway

import (
	"errors"
	"net/http"
)

type store struct{ owner, anyone string }

func (s *store) owned() (bool, error) { return ask(s.owner) }

func (s *store) plain() (bool, error) { return ask(s.anyone) }

func ask(url string) (bool, error) {
	resp, err := http.Get(url)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	return resp.Header.Get("Accepted") != "", nil
}

func (s *store) put() error {
	for {
		done, err := s.owned()
		if err != nil {
			done, err = s.plain()
		}
		if err != nil {
			return err
		}
		if done {
			return nil
		}
	}
}

// It goes round whether the other request succeeds or not.
func (s *store) insist() error {
	for { // want `^retries \(\*store\)\.owned with no wait in between, without limit: `
		done, err := s.owned()
		if err == nil && done {
			return nil
		}
		if _, err := s.plain(); err != nil {
			println(err.Error())
		}
		if errors.Is(err, http.ErrAbortHandler) {
			return err
		}
	}
}
