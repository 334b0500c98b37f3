package output

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/record"
)

// Records prints records as a JSON array.
func Records(w io.Writer, records []record.Record) error {
	if records == nil {
		records = []record.Record{}
	}
	data, err := json.MarshalIndent(records, "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(append(EscapeJSON(data), '\n'))
	return err
}

// Explain prints all that records say, for people, with paths relative to dir
// where that is shorter.
func Explain(w io.Writer, dir string, records []record.Record) error {
	p := &explainer{Writer: bufio.NewWriter(w), dir: dir}
	for i := range records {
		if i > 0 {
			p.line(0, "")
		}
		p.record(&records[i])
	}
	return p.Flush()
}

// Headline returns the line that says what a record is about.
func Headline(dir string, r *record.Record) string {
	construct := r.Construct
	if !r.Site && construct != "no retry" && construct != "cannot tell" {
		construct += ", no retry site"
	}
	what := r.Operation.Text
	if what == "" {
		what = "a loop"
	}
	return Escape(fmt.Sprintf("%s: %s: %s in %s", shortPosition(dir, r.Position), construct, what, r.Declaration))
}

func shortPosition(dir string, p record.Position) string {
	p.File = ShortPath(dir, p.File)
	return p.String()
}

// explainer prints records line by line.
type explainer struct {
	*bufio.Writer
	dir string
}

func (p *explainer) line(depth int, text string) {
	fmt.Fprintf(p, "%s%s\n", strings.Repeat("\t", depth), Escape(text))
}

// evidence prints reasons with their lines.
func (p *explainer) evidence(depth int, from []record.Evidence) {
	for _, e := range from {
		p.line(depth, p.placed(e))
	}
}

func (p *explainer) placed(e record.Evidence) string {
	if !e.Position.IsValid() {
		return e.Text
	}
	e.Position.Column = 0
	return fmt.Sprintf("%s (%s)", e.Text, shortPosition(p.dir, e.Position))
}

func (p *explainer) record(r *record.Record) {
	fmt.Fprintln(p, Headline(p.dir, r))
	p.line(1, "why: "+r.Why)
	if op := r.Operation; op.ID != "" || op.Text != "" {
		reach := op.Remote
		if len(op.Via) > 0 {
			reach += " through " + strings.Join(op.Via, ", ")
		}
		if lastName(op.ID) != lastName(op.Text) && op.ID != "" {
			// The attempt is made further down.
			reach += ", by calling " + op.ID
		}
		p.line(1, fmt.Sprintf("call: %s, %s", p.placed(record.Evidence{Position: op.Position, Text: op.Text}), reach))
	}
	if len(r.Evidence) > 0 {
		p.line(1, "calls looked at:")
		p.evidence(2, r.Evidence)
	}
	if r.Attempts.Kind != "" {
		p.line(1, "attempts: "+attempts(r.Attempts))
		p.evidence(2, r.Attempts.From)
	}
	p.answers(r.Answers)
	common := commonConditions(r.Paths)
	if len(common) > 0 {
		p.line(1, "on each path:")
		p.conditions(common, nil)
	}
	for i, path := range r.Paths {
		p.line(1, fmt.Sprintf("path %d of %d from a failure to the next attempt:", i+1, len(r.Paths)))
		p.conditions(path.Conditions, common)
		p.line(2, "wait: "+wait(path.Wait))
		p.evidence(3, path.Wait.From)
		if path.Changes {
			p.line(2, "a call in between may change what the next attempt meets")
		}
	}
	if r.Chain != nil && r.Chain.Sites() > 1 {
		p.chain(r.Chain)
	}
}

// answers prints which answers lead to another attempt.
func (p *explainer) answers(a record.Answers) {
	if len(a.Again) == 0 && len(a.Stops) == 0 {
		return
	}
	p.line(1, "answers that lead to another attempt: "+cmp.Or(strings.Join(a.Again, ", "), "none"))
	if len(a.Stops) > 0 {
		p.line(2, "those that do not: "+strings.Join(a.Stops, ", "))
	}
	if !a.Exact {
		p.line(2, "others may as well: a condition on the answer is not computed")
	}
}

// conditions prints conditions but for those that have been printed.
func (p *explainer) conditions(conditions, printed []record.Evidence) {
	for _, c := range conditions {
		if !slices.Contains(printed, c) {
			p.line(2, "if "+p.placed(c))
		}
	}
}

// commonConditions returns the conditions of several paths that all of them have,
// in order.
func commonConditions(paths []record.Path) []record.Evidence {
	if len(paths) < 2 {
		return nil
	}
	var common []record.Evidence
	for _, c := range paths[0].Conditions {
		lacks := func(p record.Path) bool { return !slices.Contains(p.Conditions, c) }
		if !slices.ContainsFunc(paths[1:], lacks) {
			common = append(common, c)
		}
	}
	return common
}

// lastName returns the name of a function without package and receiver.
func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// attempts returns a number of attempts in words.
func attempts(a record.Attempts) string {
	switch {
	case a.Kind == "unbounded":
		return "without limit"
	case a.Kind == "time-bounded":
		text := "for a limited time"
		if a.Text != "" {
			text = "for up to " + a.Text
		}
		if a.N > 0 {
			text += fmt.Sprintf(", %d if each fails at once", a.N)
		}
		return text
	case a.Kind == "at least":
		return fmt.Sprintf("at least %d", a.N)
	case a.Kind == "unknown" && a.Text != "":
		return a.Text
	case a.Kind == "unknown":
		return "cannot tell"
	}
	return fmt.Sprint(a.N)
}

// wait returns a wait in words.
func wait(w record.Wait) string {
	var text string
	switch w.Kind {
	case "growing":
		text = "grows without randomness"
	case "jittered":
		return "random"
	case "server":
		return "as the server says"
	case "unknown":
		return "cannot tell"
	default:
		text = w.Kind
	}
	if w.Text != "" {
		text += ", " + w.Text
	}
	return text
}
