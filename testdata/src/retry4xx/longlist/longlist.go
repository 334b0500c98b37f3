// Package longlist holds the number in an error against lists of some length.
package longlist

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

type statusError struct{ code int }

func (e statusError) Error() string { return fmt.Sprint(e.code) }

func send(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return statusError{resp.StatusCode}
	}
	return nil
}

func isOneOf(err error, codes []int) bool {
	e, ok := errors.AsType[statusError](err)
	if !ok {
		return true
	}
	for _, n := range codes {
		if n == e.code {
			return true
		}
	}
	return false
}

func butSix(url string) (err error) {
	for range 3 { // want `retries send on 402, 406, 407, 411-424, 426-428, 430-499, 3 attempts`
		if err = send(url); err == nil || isOneOf(err, []int{400, 401, 403, 404, 405, 409, 410}) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func onlySix(url string) (err error) {
	for range 3 {
		if err = send(url); err == nil || !isOneOf(err, []int{429, 500, 502, 503, 504, 507}) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
