// Package fserrors judges errors.
package fserrors

import (
	"context"
	"strings"
)

var phrases = []string{"use of closed network connection", "unexpected EOF"}

// ContextError reports whether ctx is over, and makes that the error if there is none.
func ContextError(ctx context.Context, err *error) bool {
	if ctxErr := ctx.Err(); ctxErr != nil {
		if *err == nil {
			*err = ctxErr
		}
		return true
	}
	return false
}

// ShouldRetry reports whether an error may be gone the next time.
func ShouldRetry(err error) bool {
	if err == nil {
		return false
	}
	for _, phrase := range phrases {
		if strings.Contains(err.Error(), phrase) {
			return true
		}
	}
	return false
}
