// Package decides has attempts that say themselves whether to try again.
package decides

import (
	"errors"
	"net/http"
	"time"
)

func closure(url string) error {
	attempt := func() (again bool, err error) {
		resp, err := http.Get(url)
		if err != nil {
			return false, err
		}
		resp.Body.Close()
		if resp.StatusCode < 400 {
			return false, nil
		}
		return resp.StatusCode != http.StatusForbidden, errors.New(resp.Status)
	}
	for range 3 { // want `retries attempt on 400-402, 404-407, 409-424, 426-428, 430-499, 3 attempts`
		again, err := attempt()
		if !again {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("tried")
}

func onlyPassing(url string) error {
	attempt := func() (again bool, err error) {
		resp, err := http.Get(url)
		if err != nil {
			return false, err
		}
		resp.Body.Close()
		if resp.StatusCode < 400 {
			return false, nil
		}
		return resp.StatusCode == 429 || resp.StatusCode >= 500, errors.New(resp.Status)
	}
	for range 3 {
		again, err := attempt()
		if !again {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("tried")
}

// It waits until the answer says that it is done.
func poll(url string) error {
	done := func() (bool, error) {
		resp, err := http.Get(url)
		if err != nil {
			return false, err
		}
		resp.Body.Close()
		return resp.Header.Get("Done") != "", nil
	}
	for range 3 {
		ok, err := done()
		if err != nil || ok {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("not done")
}
