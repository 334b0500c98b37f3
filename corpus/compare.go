package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
)

// A run is what is kept of a run to compare a later one with.
type run struct {
	Rules []string `json:"rules"`
	// Labels are the outcomes by label and rule. Every label that was judged
	// is there; an outcome that is not was silence, and right.
	Labels map[string]map[string]outcome `json:"labels"`
	// Outside are the unlabelled findings, as rule, repository, file and line.
	Outside []string `json:"outside"`
}

func newRun(verdicts []*verdict, rules []string) *run {
	k := &run{Rules: rules, Labels: make(map[string]map[string]outcome)}
	for _, v := range verdicts {
		for _, p := range v.repository.places {
			k.Labels[p.ID] = make(map[string]outcome)
		}
		for _, r := range v.results {
			if r.outcome != silent {
				k.Labels[r.place.ID][r.rule] = r.outcome
			}
		}
		for _, o := range v.sortedOutside() {
			k.Outside = append(k.Outside, fmt.Sprintf("%s %s/%s:%d", o.rule, v.repository.name, v.repository.relative(o.file), o.line))
		}
	}
	return k
}

func loadRun(name string) (*run, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	k := new(run)
	if err := json.Unmarshal(data, k); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return k, nil
}

func (k *run) save(name string) error {
	data, err := json.MarshalIndent(k, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(data, '\n'), 0o666)
}

// compare prints the labels whose outcome changed, of those labels and rules
// that both runs judged, and the unlabelled findings that came and went if
// both runs judged the same labels and rules.
func compare(w io.Writer, before, after *run) {
	changes := 0
	change := func(format string, args ...any) {
		changes++
		fmt.Fprintf(w, format+"\n", args...)
	}
	for _, id := range slices.Sorted(maps.Keys(after.Labels)) {
		old, ok := before.Labels[id]
		if !ok {
			continue
		}
		for _, rule := range after.Rules {
			if !slices.Contains(before.Rules, rule) {
				continue
			}
			if a, b := said(old, rule), said(after.Labels[id], rule); a != b {
				change("%s  %s: %s -> %s", id, rule, a, b)
			}
		}
	}
	sameLabels := slices.Equal(slices.Sorted(maps.Keys(before.Labels)), slices.Sorted(maps.Keys(after.Labels)))
	if sameLabels && slices.Equal(before.Rules, after.Rules) {
		for _, o := range after.Outside {
			if !slices.Contains(before.Outside, o) {
				change("outside, new: %s", o)
			}
		}
		for _, o := range before.Outside {
			if !slices.Contains(after.Outside, o) {
				change("outside, gone: %s", o)
			}
		}
	}
	fmt.Fprintf(w, "%d changes against the baseline\n", changes)
}

func said(outcomes map[string]outcome, rule string) outcome {
	if o, ok := outcomes[rule]; ok {
		return o
	}
	return silent
}
