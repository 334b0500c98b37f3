// Package rangeint ranges over an integer and never waits for anything random.
package rangeint

import (
	"errors"
	"net"
	"time"
)

func connect(addr string) (net.Conn, error) {
	var errs []error
	for range 5 { // want `retries net.DialTimeout after a constant 3s, 5 attempts`
		conn, err := net.DialTimeout("tcp", addr, time.Second)
		if err == nil {
			return conn, nil
		}
		errs = append(errs, err)
		time.Sleep(3 * time.Second)
	}
	return nil, errors.Join(errs...)
}
