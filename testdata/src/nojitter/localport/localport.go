// Package localport looks for a port that is free on this machine.
package localport

import (
	"fmt"
	"net"
)

func listen(first int) (net.Listener, error) {
	for port := first; port < first+20; port++ {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			return l, nil
		}
	}
	return nil, fmt.Errorf("no free port from %d on", first)
}
