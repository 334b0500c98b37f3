// Package limits holds the limits that settings give functions to what is true, so that they
// only fall: what a revision had is not to be raised, and what a function no longer needs can
// be taken away.
package limits

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/settings"
)

// Functions are the functions of a run that lead to a retry site, or that have a limit, by
// the names that settings give them, each with how many attempts of one operation a call of
// it may make.
type Functions map[string]document.Attempts

// Add adds a function; of several of a name, which differ in how they are built, the one with
// the most attempts counts. A chain of nil is one attempt.
func (fs Functions) Add(name string, c *document.Chain) {
	n := document.Attempts{Kind: "exact", N: 1}
	if c != nil && (c.Product.N > 1 || c.Product.Kind == "unbounded") {
		n = c.Product
	}
	if old, ok := fs[name]; !ok || n.Exceeds(old) {
		fs[name] = n
	}
}

// Raise is a limit that is higher than it was.
type Raise struct {
	// Key is that of the limit in settings; "" is the common one.
	Key string
	// Text says what it was and what it is.
	Text string
}

// Raised returns the limits that settings raise, given those of an older revision and the
// functions that there are now and were then. A limit for functions that had none may be
// what one of them made then, or the common one.
func Raised(old, now *settings.File, functions, then Functions) []Raise {
	var raised []Raise
	if was, is := old.AttemptsLimit(), now.AttemptsLimit(); is > was {
		raised = append(raised, Raise{"", fmt.Sprintf("the limit was %d, now %d", was, is)})
	}
	told := make(map[string]bool)
	for _, key := range slices.Sorted(maps.Keys(now.Limits)) {
		if was := old.Limits[key]; was != nil && *now.Limits[key] > *was {
			raised = append(raised, Raise{key, fmt.Sprintf("the limit of %s was %d, now %d", key, *was, *now.Limits[key])})
			told[key] = true
		}
	}
	names := slices.Sorted(maps.Keys(functions))
	// made are, by the key of a limit, the functions that had none and made most.
	made := make(map[string]string)
	for _, name := range names {
		key, _, ok := now.LimitFor(name)
		if _, _, had := old.LimitFor(name); !ok || had {
			continue
		}
		if most, other := made[key]; !other || then[name].Exceeds(then[most]) {
			made[key] = name
		}
	}
	for _, name := range names {
		key, is, ok := now.LimitFor(name)
		if !ok {
			is = now.AttemptsLimit()
		}
		oldKey, was, had := old.LimitFor(name)
		of := ""
		switch {
		case told[key]:
			continue
		case had:
			of = fmt.Sprintf("the limit of %s was %d, that of %s", name, was, oldKey)
			if oldKey == name {
				of = fmt.Sprintf("the limit of %s was %d", name, was)
			}
		case !ok:
			// The common limit has been spoken of.
			continue
		default:
			was = old.AttemptsLimit()
			of = fmt.Sprintf("the limit of %s was the common one of %d", name, was)
			if most := then[made[key]]; most.Kind == "unbounded" {
				continue
			} else if most.Exceeds(limit(was)) {
				was = int(most.N)
				of = fmt.Sprintf("%s had no limit and made up to %d attempts", made[key], was)
			}
		}
		if is <= was {
			continue
		}
		text := fmt.Sprintf("%s, now %d", of, is)
		if !ok {
			text += ", the common one"
		} else if key != name {
			text += ", that of " + key
		}
		raised = append(raised, Raise{key, text})
		told[key] = ok
	}
	return raised
}

// State is a limit and what is true.
type State struct {
	// Key is that of the limit in settings.
	Key   string
	Limit int
	// Now is the most that a function makes for which the limit counts; Named says that
	// there is one.
	Now   document.Attempts
	Named bool
}

// Slack reports whether the limit is higher than it need be.
func (s State) Slack() bool { return s.Named && limit(s.Limit).Exceeds(s.Now) }

// Exceeded reports whether more is made than the limit allows.
func (s State) Exceeded() bool { return s.Named && s.Now.Exceeds(limit(s.Limit)) }

// String says how the limit stands to what is true.
func (s State) String() string {
	switch {
	case !s.Named:
		return fmt.Sprintf("the limit of %s is %d, and there is no such function", s.Key, s.Limit)
	case s.Now.Kind == "unbounded":
		return fmt.Sprintf("the limit of %s is %d, and attempts without limit are made", s.Key, s.Limit)
	case s.Exceeded():
		return fmt.Sprintf("the limit of %s is %d, and %s are made", s.Key, s.Limit, s.Now)
	case s.Now.N == 1:
		return fmt.Sprintf("the limit of %s is %d, and 1 is enough", s.Key, s.Limit)
	}
	return fmt.Sprintf("the limit of %s is %d, and %s are enough", s.Key, s.Limit, s.Now)
}

func limit(n int) document.Attempts { return document.Attempts{Kind: "exact", N: int64(n)} }

// States returns the limits of settings in the order of the file, given the functions that
// they are for.
func States(f *settings.File, functions Functions) []State {
	var states []State
	for _, key := range slices.Sorted(maps.Keys(f.Limits)) {
		s := State{Key: key, Limit: int(*f.Limits[key])}
		for name, n := range functions {
			if of, _, ok := f.LimitFor(name); ok && of == key && (!s.Named || n.Exceeds(s.Now)) {
				s.Now, s.Named = n, true
			}
		}
		states = append(states, s)
	}
	slices.SortFunc(states, func(a, b State) int {
		line, column := f.Place(a.Key)
		otherLine, otherColumn := f.Place(b.Key)
		return cmp.Or(cmp.Compare(line, otherLine), cmp.Compare(column, otherColumn))
	})
	return states
}

// Lower returns the text of a file with settings in which the limits that are higher than they
// need be are what is true, given what [States] returned. Nothing else of it changes.
func Lower(data []byte, f *settings.File, states []State) ([]byte, error) {
	lines := strings.SplitAfter(string(data), "\n")
	// From the end, so that places before stay where they are.
	for _, s := range slices.Backward(states) {
		if !s.Slack() {
			continue
		}
		line, column := f.Place(s.Key)
		if line < 1 || line > len(lines) {
			return nil, unplaced(s)
		}
		text := []rune(lines[line-1])
		at := column - 1
		if at >= 0 && at < len(text) && (text[at] == '"' || text[at] == '\'') {
			at++
		}
		end := at
		for end >= 0 && end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		if n, err := strconv.Atoi(string(text[min(max(at, 0), len(text)):max(end, 0)])); err != nil || n != s.Limit {
			return nil, unplaced(s)
		}
		lines[line-1] = string(text[:at]) + strconv.FormatInt(s.Now.N, 10) + string(text[end:])
	}
	return []byte(strings.Join(lines, "")), nil
}

func unplaced(s State) error {
	return errors.New("the number of " + s.Key + " is not written in a way that can be changed; write it as a plain number on the line of its name")
}
