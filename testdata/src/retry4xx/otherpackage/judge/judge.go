// Package judge says what passes.
package judge

import (
	"errors"

	"retry4xx/otherpackage/client"
)

// Passes reports whether another attempt may go better.
func Passes(err error) bool {
	var se *client.StatusError
	if errors.As(err, &se) {
		return se.Code == 429 || se.Code == 403 || se.Code >= 500
	}
	return true
}
