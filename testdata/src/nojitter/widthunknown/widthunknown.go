// Package widthunknown draws from an interval whose ends are settings.
package widthunknown

import (
	"math/rand/v2"
	"net/http"
	"time"
)

type Settings struct{ MinWait, MaxWait time.Duration }

func between(lo, hi time.Duration) time.Duration {
	if hi <= lo {
		return lo
	}
	return lo + rand.N(hi-lo)
}

func (s Settings) Get(url string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(between(s.MinWait, s.MaxWait))
	}
	return nil, err
}
