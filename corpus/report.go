package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

// A tally is what one row of the report counts.
type tally struct {
	hits, misses, falseAlarms        int
	arguable, uncounted, notAnalysed int
	outside                          int
	lookAlikes, lookAlikesFound      int
}

func (t *tally) add(u tally) {
	t.hits += u.hits
	t.misses += u.misses
	t.falseAlarms += u.falseAlarms
	t.arguable += u.arguable
	t.uncounted += u.uncounted
	t.notAnalysed += u.notAnalysed
	t.outside += u.outside
	t.lookAlikes += u.lookAlikes
	t.lookAlikesFound += u.lookAlikesFound
}

// empty says that a row has nothing to show but look-alikes that were left alone.
func (t tally) empty() bool { return t == tally{lookAlikes: t.lookAlikes} }

// tally counts the results of some rules. A look-alike counts once, whatever
// the number of rules that took it for a retry.
func (v *verdict) tally(rules ...string) tally {
	var t tally
	looksLike := make(map[*place]bool) // and whether there is a finding
	for _, r := range v.results {
		if !slices.Contains(rules, r.rule) {
			continue
		}
		switch r.outcome {
		case hit:
			t.hits++
		case miss:
			t.misses++
		case falseAlarm:
			t.falseAlarms++
		case undecided:
			t.arguable++
		case uncounted:
			t.uncounted++
		case notAnalysed:
			t.notAnalysed++
		}
		if r.place.skipped == "" && r.place.Flags[r.rule] != yes && slices.Contains(lookAlikes, r.place.Construct) {
			looksLike[r.place] = looksLike[r.place] || len(r.found) > 0
		}
	}
	for _, found := range looksLike {
		t.lookAlikes++
		if found {
			t.lookAlikesFound++
		}
	}
	for _, o := range v.outside {
		if slices.Contains(rules, o.rule) {
			t.outside++
		}
	}
	return t
}

// report prints a table for each rule by repository and, if there are several
// rules, one over all repositories by rule.
func report(w io.Writer, verdicts []*verdict, rules []string) error {
	byRule := newTable(w, "all rules")
	for _, rule := range rules {
		t := newTable(w, rule)
		for _, v := range verdicts {
			if row := v.tally(rule); !row.empty() {
				t.row(v.repository.name, row)
			}
		}
		total := sum(verdicts, rule)
		t.row("total", total)
		if err := t.flush(); err != nil {
			return err
		}
		byRule.row(rule, total)
	}
	if len(rules) < 2 {
		return nil
	}
	byRule.row("total", sum(verdicts, rules...))
	return byRule.flush()
}

func sum(verdicts []*verdict, rules ...string) tally {
	var total tally
	for _, v := range verdicts {
		total.add(v.tally(rules...))
	}
	return total
}

// A grid aligns its columns to the right, and the first one to the left.
type grid struct {
	w    io.Writer
	rows [][]string
}

func (g *grid) flush() error {
	width := 0
	for _, row := range g.rows {
		width = max(width, len(row[0]))
	}
	w := tabwriter.NewWriter(g.w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range g.rows {
		fmt.Fprintf(w, "%-*s\t%s\t\n", width, row[0], strings.Join(row[1:], "\t"))
	}
	fmt.Fprintln(w)
	return w.Flush()
}

// A table is a grid of tallies.
type table struct{ grid }

func newTable(w io.Writer, title string) *table {
	return &table{grid{
		w: w,
		rows: [][]string{{title, "hits", "misses", "false", "arguable", "uncounted", "not analysed", "outside",
			"precision", "recall", "look-alikes"}},
	}}
}

func (t *table) row(name string, n tally) {
	row := []string{name}
	for _, v := range []int{n.hits, n.misses, n.falseAlarms, n.arguable, n.uncounted, n.notAnalysed, n.outside} {
		row = append(row, fmt.Sprint(v))
	}
	row = append(row, ratio(n.hits, n.hits+n.falseAlarms), ratio(n.hits, n.hits+n.misses))
	t.rows = append(t.rows, append(row, fmt.Sprintf("%d/%d %s", n.lookAlikesFound, n.lookAlikes, percent(n.lookAlikesFound, n.lookAlikes))))
}

func ratio(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(n)/float64(of))
}

func percent(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(of))
}

// reportSkipped prints how many labels could not be judged, and why.
func reportSkipped(w io.Writer, verdicts []*verdict, each bool) {
	count := make(map[string]int)
	for _, v := range verdicts {
		for _, p := range v.repository.places {
			if p.skipped == "" {
				continue
			}
			count[v.repository.name+": "+p.skipped]++
			if each {
				fmt.Fprintf(w, "not analysed  %s  %s/%s:%d\n    %s\n", p.ID, p.Repo, p.File, p.Line, p.skipped)
			}
		}
	}
	reasons := make([]string, 0, len(count))
	for reason := range count {
		reasons = append(reasons, reason)
	}
	slices.Sort(reasons)
	for _, reason := range reasons {
		fmt.Fprintf(w, "%d labels not analysed: %s\n", count[reason], reason)
	}
}

// reportEach prints every miss and every false alarm.
func reportEach(w io.Writer, verdicts []*verdict) {
	for _, v := range verdicts {
		for _, r := range v.results {
			if r.outcome != miss && r.outcome != falseAlarm {
				continue
			}
			p := r.place
			fmt.Fprintf(w, "%s  %s  %s  %s/%s:%d  %s\n    why: %s\n", r.outcome, r.rule, p.ID, p.Repo, p.File, p.Line, p.Construct, p.Why)
			for _, f := range r.found {
				fmt.Fprintf(w, "    found on line %d: %s\n", f.line, f.message)
			}
		}
	}
}

// margin is how many source lines are shown around an unlabelled finding.
const margin = 12

// writeOutside writes the findings that belong to no label, with the source
// around them, for reading.
func writeOutside(w io.Writer, verdicts []*verdict) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, v := range verdicts {
		for _, o := range v.sortedOutside() {
			source, err := excerpt(o.file, o.line)
			if err != nil {
				return err
			}
			err = enc.Encode(struct {
				Repo    string   `json:"repo"`
				File    string   `json:"file"`
				Line    int      `json:"line"`
				Rule    string   `json:"rule"`
				Message string   `json:"message"`
				Settles []string `json:"settles,omitempty"`
				Source  []string `json:"source"`
			}{v.repository.name, v.repository.relative(o.file), o.line, o.rule, o.message, o.settles, source})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (v *verdict) sortedOutside() []outside {
	return slices.SortedStableFunc(slices.Values(v.outside), func(a, b outside) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.rule, b.rule))
	})
}

func excerpt(file string, line int) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var source []string
	for i, s := range strings.Split(string(text), "\n") {
		if n := i + 1; n >= line-margin && n <= line+margin {
			source = append(source, fmt.Sprintf("%d: %s", n, s))
		}
	}
	return source, nil
}
