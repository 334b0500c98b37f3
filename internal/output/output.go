// Package output prints findings, one format a file.
package output

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape returns s with everything that a terminal might act on, or that is not
// valid UTF-8, written as an escape sequence of Go. Paths and literals of the
// analysed code reach the screen, and they are not ours.
func Escape(s string) string {
	return escape(s, "")
}

// EscapeLine is as [Escape] for a line of another program's output: it leaves
// tabs alone.
func EscapeLine(s string) string {
	return escape(s, "\t")
}

func escape(s, leave string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unicode.IsPrint(r) || strings.ContainsRune(leave, r):
			b.WriteRune(r)
		case r < utf8.RuneSelf:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		i += size
	}
	return b.String()
}
