// Package itemswitch asks what each item of a list stands for.
package itemswitch

import (
	"errors"
	"net/http"
	"os"
	"strings"
)

func metadata(order string) (err error) {
	for _, source := range strings.Split(order, ",") {
		switch strings.TrimSpace(source) {
		case "disk":
			_, err = os.ReadFile("/run/metadata")
		case "service":
			_, err = http.Get("http://metadata.internal/")
		default:
			err = errors.New("no such source: " + source)
		}
		if err == nil {
			return nil
		}
	}
	return err
}

// Whatever the item, the same is asked.
func named(order string) (err error) {
	for _, source := range strings.Split(order, ",") { // want `retries http.Get with no wait in between`
		if source == "" {
			continue
		}
		if _, err = http.Get("http://metadata.internal/"); err == nil {
			return nil
		}
	}
	return err
}
