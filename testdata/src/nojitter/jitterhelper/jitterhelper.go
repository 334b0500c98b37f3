// Package jitterhelper gets its random wait from a method that calls a helper.
package jitterhelper

import (
	"math/rand/v2"
	"net/http"
	"time"
)

type plan struct{ base time.Duration }

func (p plan) next(i int) time.Duration { return spread(p.base << i) }

func spread(d time.Duration) time.Duration { return d/2 + rand.N(d/2+1) }

func get(url string) (resp *http.Response, err error) {
	p := plan{base: time.Second}
	for i := range 5 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(p.next(i))
	}
	return nil, err
}
