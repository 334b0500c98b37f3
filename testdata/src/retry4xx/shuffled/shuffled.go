// Package shuffled asks one host after the other, in an order that is drawn.
package shuffled

import (
	"errors"
	"math/rand"
	"net/http"
)

func first(hosts []string) (*http.Response, error) {
	for _, i := range rand.Perm(len(hosts)) {
		resp, err := http.Get(hosts[i])
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
	}
	return nil, errors.New("no luck")
}

type group struct{ hosts []string }

func (g *group) live() []string { return g.hosts }

// unique is not followed: a variable holds it.
var unique func(hosts []string) []string

func firstUnique(g *group) (*http.Response, error) {
	hosts := unique(g.live())
	for _, i := range rand.Perm(len(hosts)) {
		resp, err := http.Get(hosts[i])
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
	}
	return nil, errors.New("no luck")
}

func firstOfAny(groups []*group) (*http.Response, error) {
	for _, i := range rand.Perm(len(groups)) {
		hosts := groups[i].live()
		for _, i := range rand.Perm(len(hosts)) {
			resp, err := http.Get(hosts[i])
			if err == nil && resp.StatusCode == http.StatusOK {
				return resp, nil
			}
		}
	}
	return nil, errors.New("no luck")
}
