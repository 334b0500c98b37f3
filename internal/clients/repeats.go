package clients

import (
	"slices"
	"strconv"
	"strings"

	"github.com/retrylint/retrylint/internal/catalog"
)

// calledBy are parts of what failures of a kind are called in messages, codes and types.
var calledBy = map[catalog.ErrorKind][]string{
	catalog.TransportErrors:  {"connection", "connreset", "reset", "refused", "brokenpipe", "eof", "network", "dial", "nosuchhost", "transport", "unreachable", "socket"},
	catalog.DialErrors:       {"refused", "dial", "nosuchhost", "unreachable"},
	catalog.LostConnections:  {"connection", "reset", "brokenpipe", "eof"},
	catalog.StaleConnections: {"connection", "badconn", "eof"},
	catalog.Timeouts:         {"timeout", "timedout", "deadline"},
	catalog.Throttling:       {"throttl", "toomany", "ratelimit", "slowdown", "exceeded", "quota", "busy", "429"},
	catalog.Conflicts:        {"conflict", "409"},
	catalog.ServerErrors:     {"unavailable", "internal", "server", "gateway"},
}

// retriable are parts of names that say that something may be tried again, and nothing
// else of it.
var retriable = []string{"retr", "tempor", "transient", "tryagain"}

// Repeats reports whether the library tries again, by default, a failure of which only the
// name is known: a text in its message, a code, a sentinel or a type.
func (c *Call) Repeats(name string) bool {
	d := &c.Decision
	name = squeezed(name)
	has := func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(name, w) })
	}
	if has(retriable) || d.IsZero() {
		return true
	}
	for _, n := range d.Names {
		if n = squeezed(n); strings.Contains(name, n) || len(name) >= minName && strings.Contains(n, name) {
			return true
		}
	}
	for _, code := range d.Codes {
		if strings.Contains(name, squeezed(string(code))) {
			return true
		}
	}
	for _, kind := range d.Errors {
		if kind == catalog.AnyError || kind == catalog.AnyUnmarked || has(calledBy[kind]) {
			return true
		}
	}
	for status := 400; status < 600; status++ {
		if catalog.HasStatus(d.Statuses, status) && strings.Contains(name, strconv.Itoa(status)) {
			return true
		}
	}
	return catalog.HasStatus(d.Statuses, 503) && has(calledBy[catalog.ServerErrors])
}

// minName is the length of a name that may be part of another.
const minName = 5

// squeezed returns a name without what only sets its words apart.
func squeezed(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '_', '-', '.':
			return -1
		}
		return r
	}, strings.ToLower(s))
}
