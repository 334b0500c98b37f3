// Package tables leaves the decision to tables and variables of another package.
package tables

import (
	"net/http"
	"slices"
	"time"

	"retry4xx/tables/policy"
)

func status(url string) (int, error) {
	resp, err := http.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

func byMap(url string) error {
	for range 3 { // want `retries status on 404, 3 attempts`
		code, err := status(url)
		if err != nil || !policy.Mixed(code) {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

func bySpans(url string) error {
	for range 3 { // want `retries status on 418-420, 3 attempts`
		code, err := status(url)
		if err != nil || !policy.InSpans(code) {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

func byVariable(url string) error {
	for range 3 { // want `retries status on 404, 3 attempts`
		code, err := status(url)
		if err != nil || !policy.Judge(code) {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

func byList(url string) error {
	for range 3 { // want `retries status on 404, 3 attempts`
		code, err := status(url)
		if err != nil || !slices.Contains(policy.Codes, code) {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

func byPassing(url string) error {
	for range 3 {
		code, err := status(url)
		if err != nil || !policy.Passes(code) {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}
