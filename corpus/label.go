package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// A label is what a reader said about one place in a public repository.
type label struct {
	ID        string            `json:"id"`
	Repo      string            `json:"repo"`
	Commit    string            `json:"commit"`
	File      string            `json:"file"`
	Line      int               `json:"line"`
	Form      string            `json:"form"`
	Construct string            `json:"construct"`
	Remote    string            `json:"remote"`
	Attempts  string            `json:"attempts"`
	Wait      string            `json:"wait"`
	Flags     map[string]string `json:"flags"`
	Why       string            `json:"why"`
}

// The verdicts a label can give for a rule.
const (
	yes      = "yes"
	no       = "no"
	arguable = "arguable"
)

// lookAlikes are the constructs that resemble a retry and are none.
var lookAlikes = []string{"poll", "failover", "other", "worker", "local"}

// secondOrder are the rules that readers noted only where they noticed them.
var secondOrder = []string{"unboundedretry", "uncappedbackoff", "ignoredcancel", "retryafter", "nonidempotent"}

// readLabels reads one JSON object after the other and orders them by
// repository, file and line, so that a report does not depend on their order.
func readLabels(r io.Reader) ([]*label, error) {
	var labels []*label
	seen := make(map[string]bool)
	dec := json.NewDecoder(r)
	for {
		l := new(label)
		err := dec.Decode(l)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("label %d: %w", len(labels)+1, err)
		}
		if seen[l.ID] {
			return nil, fmt.Errorf("label %q is there twice", l.ID)
		}
		seen[l.ID] = true
		for rule, verdict := range l.Flags {
			if !slices.Contains([]string{yes, no, arguable}, verdict) {
				return nil, fmt.Errorf("label %s: %s has the unknown verdict %q", l.ID, rule, verdict)
			}
		}
		labels = append(labels, l)
	}
	slices.SortFunc(labels, func(a, b *label) int {
		return cmp.Or(cmp.Compare(a.Repo, b.Repo), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.ID, b.ID))
	})
	return labels, nil
}

// A place is a label in a checkout, with the lines it speaks about.
type place struct {
	*label
	lines lines
	// skipped says why findings cannot be held against the label: its file is
	// not in the build, its package does not compile. Empty when they can.
	skipped string
}

// lines is a range of lines in a file, both ends included.
type lines struct{ first, last int }

func (l lines) contain(line int) bool { return l.first <= line && line <= l.last }

// owner returns the place that a finding on a line of the places' file belongs
// to, nil if there is none. A place reaches one line above its construct. The
// innermost wins, save that a finding right on the line that a label names
// belongs to that label: otherwise the line above an inner loop, which may be
// the head of the outer one, would go to the inner.
func owner(places []*place, line int) *place {
	var best *place
	for _, p := range places {
		if !(lines{p.lines.first - 1, p.lines.last}).contain(line) {
			continue
		}
		if best == nil || nearer(p, best, line) {
			best = p
		}
	}
	return best
}

func nearer(p, q *place, line int) bool {
	if on := p.Line == line; on != (q.Line == line) {
		return on
	}
	return p.lines.last-p.lines.first < q.lines.last-q.lines.first
}
