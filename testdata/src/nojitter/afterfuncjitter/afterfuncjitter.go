// Package afterfuncjitter schedules itself after a random time when it fails.
package afterfuncjitter

import (
	"log"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
)

type sender struct{ url, body string }

func (s *sender) flush() {
	resp, err := http.Post(s.url, "text/plain", strings.NewReader(s.body))
	if err != nil {
		log.Print(err)
		time.AfterFunc(rand.N(10*time.Second), s.flush)
		return
	}
	resp.Body.Close()
}
