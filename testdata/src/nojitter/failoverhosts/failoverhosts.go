// Package failoverhosts tries each host once.
package failoverhosts

import (
	"errors"
	"net/http"
)

func get(hosts []string, path string) (*http.Response, error) {
	var errs []error
	for _, host := range hosts {
		resp, err := http.Get("https://" + host + path)
		if err == nil {
			return resp, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}
