package model

import (
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/retrylint/retrylint/internal/answer"
	"github.com/retrylint/retrylint/internal/exec"
)

// onStatus returns the ways on which the call succeeded but its HTTP status led
// back to the attempt.
func onStatus(succeeds exec.Result) []exec.Way {
	return slices.DeleteFunc(comesBack(succeeds), func(w exec.Way) bool { return !refused(w.Asks, w.Rounds[0].Answers) })
}

// refused reports whether a way on which a status was asked for is taken because that is
// none of a success: no 2xx takes it, or failures do and not every 2xx does.
func refused(asked, taken answer.Set) bool {
	succeeds := answer.Statuses(200, 299)
	switch {
	case asked.IsEmpty():
		return false
	case taken.And(succeeds).IsEmpty():
		return true
	}
	return !succeeds.Minus(taken).IsEmpty() && !taken.And(answer.Statuses(400, 599)).IsEmpty()
}

// onlyNotFound reports whether no other status than 404 leads down a way.
func onlyNotFound(w exec.Way) bool {
	return w.Rounds[0].Answers == answer.Of(answer.Status(404))
}

// conflictWords are parts of names that errors of lost races have. What a
// condition asks for is a name or a number in the end: control flow cannot tell a conflict
// from another error.
var conflictWords = []string{
	"conflict", "serializ", "deadlock", "40001", "40p01", "precondition", "concurrent", "versionmismatch", "outofdate", "conditionfailed", "conditionalcheck",
	"== 409", "409 ==", "== 412", "412 ==",
}

// takenWords are parts of names that errors have where a name is taken: another one is
// tried, or somebody else was faster.
var takenWords = []string{"exist", "taken", "duplicate", "unique", "23505"}

// onConflict reports whether a way is taken only for an error that says that
// somebody else was faster.
func onConflict(conds []exec.Cond) bool {
	return lostRace(conds) || isNamed(conds, func(name string) bool { return hasAny(name, takenWords) && !notThere(name) })
}

// lostRace reports whether a way is taken only for an error that says that what was to be
// changed has changed meanwhile.
func lostRace(conds []exec.Cond) bool {
	return isNamed(conds, func(name string) bool { return hasAny(name, conflictWords) })
}

// missingName matches the lower-case names, texts and statuses of errors of what is not there, or
// not ready, yet.
var missingName = regexp.MustCompile(`not ?(found|exist|ready|yet|provisioned|created|registered|initialized|started)|no ?such|in[ _]?progress|pending|== 404|404 ==`)

// onMissing reports whether a way is taken only for an error that says that something is not
// there yet.
func onMissing(conds []exec.Cond) bool {
	return isNamed(conds, missingName.MatchString)
}

// localFaults are errors of the kernel that no other machine has a part in.
var localFaults = []syscall.Errno{syscall.ETXTBSY, syscall.ENOSPC, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM}

// fullWords are parts of names and texts that errors of a full disk have.
var fullWords = []string{"nospace", "outofspace", "no space left"}

// onLocalFault reports whether a way is taken only for an error that says that this machine
// lacks something, or is not ready for it.
func onLocalFault(conds []exec.Cond) bool {
	isFault := func(t *exec.Term) bool {
		return t.Kind == exec.Int && t.Type == "syscall.Errno" && slices.Contains(localFaults, syscall.Errno(t.Int))
	}
	return slices.ContainsFunc(conds, func(c exec.Cond) bool { return c.Holds && c.Term.Outcome && c.Term.Mentions(isFault) }) ||
		isNamed(conds, func(name string) bool { return hasAny(name, fullWords) })
}

// isNamed reports whether a way is taken only for an error whose name is one of some.
func isNamed(conds []exec.Cond, is func(string) bool) bool {
	return slices.ContainsFunc(conds, func(c exec.Cond) bool {
		return c.Holds && c.Term.Outcome && is(strings.ToLower(c.Term.String()))
	})
}

func hasAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// notThere reports whether an error, by its name, says that something does not exist.
func notThere(name string) bool {
	return strings.Contains(name, "notexist") || strings.Contains(name, "noexist") || strings.Contains(name, "not exist")
}
