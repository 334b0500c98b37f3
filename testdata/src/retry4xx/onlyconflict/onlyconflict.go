// Package onlyconflict goes round for one answer only: a lost race is run again, and what is
// not there yet is waited for.
package onlyconflict

import (
	"errors"
	"net/http"
	"time"
)

var errConflict = errors.New("conflict")

func put(url string) error {
	resp, err := http.Post(url, "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusConflict:
		return errConflict
	case resp.StatusCode >= 300:
		return errors.New(resp.Status)
	}
	return nil
}

func lost(url string) (err error) {
	for range 5 {
		if err = put(url); !errors.Is(err, errConflict) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func forbidden(url string) error {
	for range 5 { // want `^retries http\.Get on 403, 5 attempts, and stops on 408, 425, 429, 500-599: `
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusForbidden {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return errors.New("forbidden")
}
