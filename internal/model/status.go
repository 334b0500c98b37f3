package model

import (
	"net/http"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/exec"
)

// The range of HTTP statuses.
const (
	firstStatus = 100
	lastStatus  = 599
)

// onStatus returns the ways on which the call succeeded but its HTTP status led
// back to the attempt, and no 2xx status does.
func onStatus(succeeds exec.Result) []exec.Way {
	return slices.DeleteFunc(comesBack(succeeds), func(w exec.Way) bool { return !refused(w.Rounds[0].Conds) })
}

// refused reports whether conditions let no 2xx status through.
func refused(conds []exec.Cond) bool {
	status := statusOf(conds)
	return status != nil && !slices.ContainsFunc(admitted(status, conds), func(code int) bool { return code/100 == 2 })
}

// statusOf returns the HTTP status that conditions ask for, nil if there is none.
func statusOf(conds []exec.Cond) *exec.Term {
	var status *exec.Term
	for _, c := range conds {
		c.Term.Mentions(func(t *exec.Term) bool {
			if t.Outcome && t.Field() == "StatusCode" {
				status = t
			}
			return status != nil
		})
	}
	return status
}

// admitted returns the statuses for which all conditions hold that speak of
// nothing else.
func admitted(status *exec.Term, conds []exec.Cond) []int {
	var codes []int
	for code := firstStatus; code <= lastStatus; code++ {
		holds := true
		for _, c := range conds {
			if v, known := c.Term.Evaluate(status, int64(code)); known && v != c.Holds {
				holds = false
				break
			}
		}
		if holds {
			codes = append(codes, code)
		}
	}
	return codes
}

// onlyNotFound reports whether no other status than 404 leads down a way.
func onlyNotFound(w exec.Way) bool {
	status := statusOf(w.Rounds[0].Conds)
	return slices.Equal(admitted(status, w.Rounds[0].Conds), []int{http.StatusNotFound})
}

// conflictWords are parts of names that errors of lost races have. What a
// condition asks for is a name in the end: control flow cannot tell a conflict
// from another error.
var conflictWords = []string{"conflict", "serializ", "deadlock", "40001", "40p01", "precondition", "concurrent", "versionmismatch", "outofdate"}

// onConflict reports whether a way is taken only for an error that says that
// somebody else was faster.
func onConflict(conds []exec.Cond) bool {
	return slices.ContainsFunc(conds, func(c exec.Cond) bool {
		if !c.Holds || !c.Term.Outcome {
			return false
		}
		text := strings.ToLower(c.Term.String())
		return slices.ContainsFunc(conflictWords, func(w string) bool { return strings.Contains(text, w) })
	})
}
