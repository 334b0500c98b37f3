// Package shuffledhosts tries hosts in a random order.
package shuffledhosts

import (
	"errors"
	"math/rand/v2"
	"net"
)

func dial(hosts []string) (net.Conn, error) {
	shuffled := make([]string, len(hosts))
	copy(shuffled, hosts)
	rand.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for _, host := range shuffled {
		if conn, err := net.Dial("tcp", host); err == nil {
			return conn, nil
		}
	}
	return nil, errors.New("no host answers")
}

// Here the first one is tried again.
func dialFirst(hosts []string) (net.Conn, error) {
	shuffled := make([]string, len(hosts))
	copy(shuffled, hosts)
	for range 3 { // want `retries net.Dial with no wait in between, 3 attempts`
		if conn, err := net.Dial("tcp", shuffled[0]); err == nil {
			return conn, nil
		}
	}
	return nil, errors.New("the host does not answer")
}
