// Package journal prints what happens.
package journal

import "log"

// Printf prints a line about an object.
func Printf(about any, format string, args ...any) {
	if about != nil {
		log.Printf(format, args...)
	}
}
