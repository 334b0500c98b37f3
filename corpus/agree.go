package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// survey is the analyzer whose records say what the tool knows of each loop.
const survey = "retrysurvey"

// cannotTell is what the tool says of a loop that it could not follow.
const cannotTell = "cannot tell"

// A site is one record of the survey: an operation in a loop, or a loop without one.
type site struct {
	Position  spot
	Construct string
	Site      bool
	Why       string
	Operation operation
	Attempts  count
	Paths     []path
}

type operation struct{ ID, Text, Remote string }

type path struct{ Wait wait }

type wait struct{ Kind, Text string }

type spot struct {
	File string
	Line int
}

type count struct {
	Kind string
	N    int64
	Text string
}

func (c count) String() string {
	switch {
	case c.Kind == "exact":
		return strconv.FormatInt(c.N, 10)
	case c.Text != "":
		return fmt.Sprintf("%s (%s)", c.Kind, c.Text)
	}
	return c.Kind
}

// An agreement is how what the tool says stands to what a label says.
type agreement string

const (
	agrees      agreement = "agrees"
	disagrees   agreement = "disagrees"
	untold      agreement = cannotTell
	noRecord    agreement = "no record"
	notCompared agreement = "" // the label says nothing, or one of the two knows no site
)

// fields are what is compared.
var fields = []string{"construct", "attempts", "wait"}

// A comparison is one label held against what the tool says of its place.
type comparison struct {
	place  *place
	sites  []site
	fields map[string]agreement
}

// compareSites holds the records of a repository against its labels.
func compareSites(r *repository) []comparison {
	var all []comparison
	byFile := make(map[string][]*place)
	for _, p := range r.analysed() {
		byFile[r.path(p)] = append(byFile[r.path(p)], p)
	}
	for _, p := range r.analysed() {
		var own []site
		for _, s := range r.sites {
			if s.Position.File == r.path(p) && p.owns(s, byFile[r.path(p)]) {
				own = append(own, s)
			}
		}
		own = p.telling(own)
		all = append(all, comparison{p, own, map[string]agreement{
			"construct": p.compareConstruct(own),
			"attempts":  p.compareEach(own, compareAttempts),
			"wait":      p.compareEach(own, compareWait),
		}})
	}
	return all
}

// owns says that a record speaks of what the label speaks of. A loop is known by
// its line, and so is a call; what comes back by a jump or a call has no statement
// of its own, and belongs to the innermost label around it.
func (p *place) owns(s site, places []*place) bool {
	switch p.Form {
	case "goto", "recursion":
		return owner(places, s.Position.Line) == p
	}
	return s.Position.Line == p.lines.first || s.Position.Line == p.Line
}

// telling are the records that say what a loop is: with a retry site among its
// operations the others do not count. Of several, those count that agree with the
// label's construct, if there are any.
func (p *place) telling(own []site) []site {
	keep := func(f func(site) bool) {
		if slices.ContainsFunc(own, f) {
			own = slices.DeleteFunc(slices.Clone(own), func(s site) bool { return !f(s) })
		}
	}
	keep(func(s site) bool { return s.Site })
	keep(func(s site) bool { return sameConstruct(p.label, s) })
	return own
}

func (p *place) compareConstruct(own []site) agreement {
	switch {
	case len(own) == 0 && p.Construct == "local":
		// Nothing is said of what stays in the process.
		return agrees
	case len(own) == 0:
		return noRecord
	case slices.ContainsFunc(own, func(s site) bool { return sameConstruct(p.label, s) }):
		return agrees
	case slices.ContainsFunc(own, func(s site) bool { return s.Construct == cannotTell }):
		return untold
	}
	return disagrees
}

// constructs are, by the label's construct, those of the tool that say the same.
var constructs = map[string][]string{
	"retry":     {"retry"},
	"reconnect": {"reconnect"},
	"worker":    {"worker"},
	"poll":      {"poll"},
	"failover":  {"failover"},
	"occ":       {"optimistic concurrency"},
	"local":     {"local"},
	"other":     {"fan-out", "no retry", "periodic job"},
}

// sameConstruct says that a record calls its place what a label does.
func sameConstruct(l *label, s site) bool {
	if slices.Contains(constructs[l.Construct], s.Construct) {
		return true
	}
	// In a loop without an operation there is nothing that leaves the process, and the
	// tool does not ask what such a loop is.
	none := s.Operation.ID == "" && s.Operation.Text == ""
	return l.Construct == "local" && (s.Operation.Remote == "local" || none) ||
		l.Remote == "no" && none
}

// compareEach compares a field where label and tool both know a site; it agrees
// if that of one operation does.
func (p *place) compareEach(own []site, compare func(*label, site) agreement) agreement {
	if !slices.Contains([]string{"retry", "reconnect", "worker"}, p.Construct) {
		return notCompared
	}
	var found []agreement
	for _, s := range own {
		if s.Site {
			found = append(found, compare(p.label, s))
		}
	}
	for _, a := range []agreement{agrees, untold, disagrees} {
		if slices.Contains(found, a) {
			return a
		}
	}
	return notCompared
}

var (
	leadingNumber = regexp.MustCompile(`^\d+`)
	anyNumber     = regexp.MustCompile(`\d+`)
	forEver       = regexp.MustCompile(`unbounded|forever|infinite`)
	// chosen begins what a label says of a number that a setting or the caller
	// decides.
	chosen = regexp.MustCompile(`^(config|caller|n\b|n\+1)`)
)

// compareAttempts holds a number of attempts against the label's. A number that
// the tool could not find out agrees only with one that somebody else chooses.
func compareAttempts(l *label, s site) agreement {
	a, said := s.Attempts, l.Attempts
	number := leadingNumber.FindString(said)
	switch {
	case said == "" || said == "n/a" || said == "unknown":
		return notCompared
	case chosen.MatchString(said):
		isDefault := a.Kind == "exact" && slices.Contains(anyNumber.FindAllString(said, -1), strconv.FormatInt(a.N, 10))
		return judged(a.Kind == "unknown" || isDefault || a.Kind == "unbounded" && forEver.MatchString(said))
	case strings.Contains(said, "argument") && a.Kind == "unknown" && a.Text != "":
		// What callers give is not known where it is a parameter.
		return agrees
	case a.Kind == "unknown":
		return untold
	case strings.HasPrefix(said, "unbounded"):
		return judged(a.Kind == "unbounded" || a.Kind == "exact" && slices.Contains(anyNumber.FindAllString(said, -1), strconv.FormatInt(a.N, 10)))
	case strings.HasPrefix(said, "time-bounded"):
		return judged(a.Kind == "time-bounded" && sameTime(said, a.Text))
	case number != "":
		return judged(a.Kind == "exact" && number == strconv.FormatInt(a.N, 10))
	}
	return notCompared
}

func judged(same bool) agreement {
	if same {
		return agrees
	}
	return disagrees
}

// sameTime says that a label such as "time-bounded(30s; about 7)" does not name
// another time than the tool.
func sameTime(said, text string) bool {
	_, inner, _ := strings.Cut(said, "(")
	words := strings.FieldsFunc(inner, func(r rune) bool { return strings.ContainsRune(" ;,)", r) })
	if len(words) == 0 {
		return true
	}
	want, err := time.ParseDuration(words[0])
	if err != nil {
		return true
	}
	got, err := time.ParseDuration(text)
	return err != nil || got == want
}

// waits are, by the label's wait, what the tool calls it.
var waits = map[string]string{
	"none": "none", "constant": "constant", "exponential": "growing", "linear": "growing",
	"jittered": "jittered", "server": "server",
	// What the caller decides is out of sight.
	"caller": "unknown",
}

// compareWait holds the waits of a site against the label's: one of its paths must
// wait like that.
func compareWait(l *label, s site) agreement {
	said, _, _ := strings.Cut(l.Wait, " ")
	want := waits[said]
	if want == "" {
		return notCompared
	}
	has := func(kind string) bool {
		return slices.ContainsFunc(s.Paths, func(p path) bool { return p.Wait.Kind == kind })
	}
	switch {
	case has(want), want == "unknown" && has("caller"):
		return agrees
	case has("unknown"):
		return untold
	}
	return disagrees
}

// library says that the place calls a library that retries, which the tool may
// know nothing of.
func (p *place) library() bool { return p.Form == "retrier" || p.Form == "client" }

// reportAgreement prints how often label and tool agree, field by field, for all
// labels and for those that are loops and recursions; with each, the others too.
func reportAgreement(w io.Writer, all []comparison, each bool) error {
	loops := slices.DeleteFunc(slices.Clone(all), func(c comparison) bool { return c.place.library() })
	for _, part := range []struct {
		title string
		of    []comparison
	}{{"agreement", all}, {"without calls of retriers", loops}} {
		t := &grid{w: w, rows: [][]string{{part.title, "agrees", "disagrees", "cannot tell", "no record", "share"}}}
		for _, field := range fields {
			n := make(map[agreement]int)
			total := 0
			for _, c := range part.of {
				if a := c.fields[field]; a != notCompared {
					n[a]++
					total++
				}
			}
			t.rows = append(t.rows, []string{
				field, fmt.Sprint(n[agrees]), fmt.Sprint(n[disagrees]), fmt.Sprint(n[untold]), fmt.Sprint(n[noRecord]), percent(n[agrees], total),
			})
		}
		if err := t.flush(); err != nil {
			return err
		}
	}
	if !each {
		return nil
	}
	for _, c := range all {
		for _, field := range fields {
			if a := c.fields[field]; a != agrees && a != notCompared {
				c.print(w, field, a)
			}
		}
	}
	return nil
}

func (c *comparison) print(w io.Writer, field string, a agreement) {
	p := c.place
	said := map[string]string{"construct": p.Construct, "attempts": p.Attempts, "wait": p.Wait}[field]
	fmt.Fprintf(w, "%s  %s  %s  %s/%s:%d  %s: %s\n    why: %s\n", a, field, p.ID, p.Repo, p.File, p.Line, p.Form, said, p.Why)
	lines := make(map[string]bool)
	for _, s := range c.sites {
		if field != "construct" && !s.Site {
			continue
		}
		line := fmt.Sprintf("    tool: %s, %s, %s", s.Construct, cmp.Or(s.Operation.Text, "no operation"), s.Why)
		switch field {
		case "attempts":
			line = fmt.Sprintf("    tool: %s, %s", s.Operation.Text, s.Attempts)
		case "wait":
			var kinds []string
			for _, p := range s.Paths {
				kinds = append(kinds, strings.TrimSpace(p.Wait.Kind+" "+p.Wait.Text))
			}
			line = fmt.Sprintf("    tool: %s, %s", s.Operation.Text, strings.Join(kinds, " | "))
		}
		lines[line] = true
	}
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprintln(w, line)
	}
}
