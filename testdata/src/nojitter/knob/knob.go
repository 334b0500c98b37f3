// Package knob retries with package variables of another package.
package knob

import (
	"net/http"
	"time"

	"nojitter/knobdep"
)

func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func byVariable(url string) (err error) {
	for range knobdep.Attempts { // want `^retries get with no wait in between, 4 attempts: `
		if err = get(url); err == nil {
			return nil
		}
	}
	return err
}

func byField(url string) (err error) {
	for range knobdep.Default.Tries { // want `^retries get after a constant 1s, 5 attempts: `
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(knobdep.Default.Wait)
	}
	return err
}

// changed tries as often as it says itself.
func changed(url string) (err error) {
	for range knobdep.Patient.Tries { // want `^retries get after a constant wait \(knobdep\.Patient\.Wait\), knobdep\.Patient\.Tries attempts: `
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(knobdep.Patient.Wait)
	}
	return err
}

func setUp() { knobdep.Patient.Wait = time.Minute }
