// Package afterfunc schedules itself again, always after the same time, when it fails.
package afterfunc

import (
	"log"
	"net/http"
	"strings"
	"time"
)

type sender struct{ url, body string }

func (s *sender) push() error {
	resp, err := http.Post(s.url, "text/plain", strings.NewReader(s.body))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s *sender) flush() {
	if err := s.push(); err != nil {
		log.Print(err)
		time.AfterFunc(5*time.Second, s.flush) // want `retries \(\*sender\).push after a constant 5s, without limit`
	}
}
