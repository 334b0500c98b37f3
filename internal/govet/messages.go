package govet

import (
	"bytes"
	"io"
	"strings"

	"github.com/retrylint/retrylint/internal/output"
)

// messages passes on what the go command says, line by line, with control
// characters escaped and without repetitions: an error in a package is said
// again for packages that import it, and by a second run.
type messages struct {
	w       io.Writer
	partial []byte
	seen    map[string]bool
	// heading is a "# package" line that has not been written, because nothing
	// has been written yet of what stands under it.
	heading string
	// skipping says that the last line was a repetition, and that indented lines
	// belong to it.
	skipping bool
}

func newMessages(w io.Writer) *messages {
	return &messages{w: w, seen: make(map[string]bool)}
}

// Write implements [io.Writer].
func (m *messages) Write(p []byte) (int, error) {
	m.partial = append(m.partial, p...)
	for {
		line, rest, ok := bytes.Cut(m.partial, []byte("\n"))
		if !ok {
			return len(p), nil
		}
		m.partial = rest
		if err := m.line(string(line)); err != nil {
			return 0, err
		}
	}
}

// Close writes a last line that has no end.
func (m *messages) Close() error {
	if len(m.partial) == 0 {
		return nil
	}
	line := string(m.partial)
	m.partial = nil
	return m.line(line)
}

func (m *messages) line(s string) error {
	continued := strings.HasPrefix(s, "\t") || strings.HasPrefix(s, " ")
	switch {
	case strings.HasPrefix(s, "# "):
		m.heading = s
		return nil
	case continued && m.skipping:
		return nil
	case !continued && m.seen[s]:
		m.skipping = true
		return nil
	}
	m.skipping = false
	m.seen[s] = true
	text := output.EscapeLine(s) + "\n"
	if m.heading != "" {
		text = output.EscapeLine(m.heading) + "\n" + text
		m.heading = ""
	}
	_, err := io.WriteString(m.w, text)
	return err
}
