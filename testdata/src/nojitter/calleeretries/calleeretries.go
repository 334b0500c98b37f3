// Package calleeretries goes over hosts with a function that retries each; the loop over the hosts is no retry.
package calleeretries

import (
	"net"
	"time"
)

func resolve(host string) (addrs []string, err error) {
	for range 3 { // want `retries net.LookupHost after a constant 1s, 3 attempts`
		if addrs, err = net.LookupHost(host); err == nil {
			return addrs, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func resolveAll(hosts []string) (all []string, err error) {
	for _, host := range hosts {
		addrs, err := resolve(host)
		if err != nil {
			return nil, err
		}
		all = append(all, addrs...)
	}
	return all, nil
}
