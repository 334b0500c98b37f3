// Package not200 goes round for every status but 200.
package not200

import (
	"errors"
	"net/http"
	"time"
)

func get(url string) (*http.Response, error) {
	for range 4 { // want `retries http.Get on 400-407, 409-424, 426-428, 430-499, 4 attempts: these answers do not change; retry only 408, 425, 429, 5xx and network errors`
		resp, err := http.Get(url)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("no luck")
}

func post(url string) error {
	var last error
	for range 4 { // want `retries send on 400-407, 409-424, 426-428, 430-499`
		if last = send(url); last == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return last
}

func send(url string) error {
	resp, err := http.Post(url, "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return errors.New("not accepted: " + resp.Status)
	}
	return nil
}
