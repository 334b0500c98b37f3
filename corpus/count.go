package main

import (
	"slices"
)

// An outcome is how a finding, or its absence, stands to a label.
type outcome string

const (
	hit         outcome = "hit"
	miss        outcome = "miss"
	falseAlarm  outcome = "false alarm"
	undecided   outcome = "arguable" // found where the label says arguable
	uncounted   outcome = "not counted"
	notAnalysed outcome = "not analysed"
	silent      outcome = "silent" // rightly
)

// The rules that one label can settle for another.
const (
	nojitter       = "nojitter"
	libdoubleretry = "libdoubleretry"
	nestedretry    = "nestedretry"
)

// A result is the outcome of one rule at one place.
type result struct {
	place   *place
	rule    string
	outcome outcome
	found   []finding
}

// An outside finding belongs to no label.
type outside struct {
	finding
	// settles are the labelled calls whose retriers hold the finding.
	settles []string
}

// A verdict is everything that is known about one repository for some rules.
type verdict struct {
	repository *repository
	results    []result
	outside    []outside
}

// judge holds the findings of a repository against its labels.
func judge(r *repository, rules []string) *verdict {
	v := &verdict{repository: r}
	byFile := make(map[string][]*place)
	for _, p := range r.analysed() {
		byFile[r.path(p)] = append(byFile[r.path(p)], p)
	}
	found := make(map[*place][]finding)
	for _, f := range r.findings {
		if !slices.Contains(rules, f.rule) {
			continue
		}
		if p := owner(byFile[f.file], f.line); p != nil {
			found[p] = append(found[p], f)
		} else {
			v.outside = append(v.outside, outside{finding: f})
		}
	}
	helped := v.helped(found)
	for _, p := range r.places {
		for _, rule := range rules {
			res := result{place: p, rule: rule, found: only(rule, found[p])}
			settled := rule == nojitter && helped[p] || rule == nestedretry && p.settledByLibrary(found[p])
			res.outcome = p.outcome(rule, len(res.found) > 0, settled)
			v.results = append(v.results, res)
		}
	}
	return v
}

func only(rule string, findings []finding) []finding {
	var own []finding
	for _, f := range findings {
		if f.rule == rule {
			own = append(own, f)
		}
	}
	return own
}

// outcome applies the rules of counting to one rule. settled says that a
// finding elsewhere, or of another rule, stands for the one that is expected.
func (p *place) outcome(rule string, found, settled bool) outcome {
	said := p.Flags[rule]
	switch {
	case p.skipped != "" && said == yes:
		return notAnalysed
	case p.skipped != "":
		return silent
	case said == yes && (found || settled):
		return hit
	case said == yes:
		return miss
	case !found:
		return silent
	case said == arguable:
		return undecided
	case said == "" && slices.Contains(secondOrder, rule) && (p.Construct == "retry" || p.Construct == "reconnect"):
		return uncounted
	}
	return falseAlarm
}

// settledByLibrary says that a libdoubleretry finding speaks for nestedretry
// as well: one chain, one rule. It does not hold the other way round.
func (p *place) settledByLibrary(found []finding) bool {
	return p.Flags[libdoubleretry] == yes && len(only(libdoubleretry, found)) > 0
}

// helped returns the places labelled for nojitter whose finding lies at the
// other end: at the declaration of the in-house retrier that a labelled call
// goes through, or at a labelled call of the retrier whose loop is labelled.
func (v *verdict) helped(found map[*place][]finding) map[*place]bool {
	r := v.repository
	helped := make(map[*place]bool)
	for _, call := range r.analysed() {
		direct := len(only(nojitter, found[call])) > 0
		for _, span := range r.retriers[call.ID] {
			for _, f := range slices.Concat(r.findings, r.helping) {
				if f.rule == nojitter && f.file == span.file && span.contain(f.line) {
					helped[call] = true
				}
			}
			for i, o := range v.outside {
				if o.rule == nojitter && o.file == span.file && span.contain(o.line) {
					v.outside[i].settles = append(v.outside[i].settles, call.ID)
				}
			}
			for _, loop := range r.analysed() {
				if direct && r.path(loop) == span.file && span.contain(loop.Line) {
					helped[loop] = true
				}
			}
		}
	}
	return helped
}
