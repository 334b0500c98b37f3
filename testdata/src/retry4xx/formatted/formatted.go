// Package formatted prints the status into an error that wraps nothing, and decides by its text.
package formatted

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return fmt.Errorf("get %s: %v", url, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("get %s: %v", url, resp.Status)
	}
	return nil
}

func onSome(url string) (err error) {
	for range 4 {
		if err = get(url); err == nil {
			return nil
		}
		if !strings.Contains(err.Error(), "unavailable") {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func onAll(url string) (err error) {
	for range 4 { // want `^retries get on 400-407, 409-424, 426-428, 430-499, 4 attempts: `
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
