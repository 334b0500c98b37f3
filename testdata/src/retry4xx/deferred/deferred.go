// Package deferred decides in a deferred function what is returned.
package deferred

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

var errFinal = errors.New("final")

// The deferred function makes all but 404 of it that passes.
func missingOnly(url string) (err error) {
	status := 0
	defer func() {
		if status == http.StatusNotFound {
			err = fmt.Errorf("%w: %d", errFinal, status)
		}
	}()
	status, err = get(url)
	return err
}

func refused(url string) (err error) {
	status := 0
	defer func() {
		if status >= 400 && status < 500 && status != 408 && status != 425 && status != 429 {
			err = fmt.Errorf("%w: %d", errFinal, status)
		}
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	status, err = get(url)
	return err
}

func get(url string) (status int, err error) {
	resp, err := http.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return resp.StatusCode, errors.New(resp.Status)
	}
	return resp.StatusCode, nil
}

func allButMissing(url string) (err error) {
	for range 3 { // want `retries missingOnly on 400-403, 405-407, 409-424, 426-428, 430-499, 3 attempts`
		if err = missingOnly(url); err == nil || errors.Is(err, errFinal) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func passing(url string) (err error) {
	for range 3 {
		if err = refused(url); err == nil || errors.Is(err, errFinal) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
