package catalog

import (
	"fmt"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/retrylint/retrylint/internal/spelling"
)

// Place is where a function finds something: one of its parameters, or its receiver.
// A variadic parameter is one place. The zero value is no place. In a file it is the
// index of the parameter, counted from 0 without the receiver, "receiver", or "last".
type Place int

// Receiver is the place of a method's receiver, Last that of the last parameter,
// however many there are; None is no place.
const (
	Receiver Place = -1
	Last     Place = -2
	None     Place = 0
)

// Param returns the place of a parameter, given its index without the receiver.
func Param(index int) Place { return Place(index + 1) }

// Index returns the index of the parameter of a function, counted from 0 without the
// receiver; ok is false for the receiver, for no place, and if the function has no such
// parameter.
func (p Place) Index(sig *types.Signature) (index int, ok bool) {
	if p == Last {
		p = Param(sig.Params().Len() - 1)
	}
	return int(p) - 1, p > None && int(p) <= sig.Params().Len()
}

func (p Place) String() string {
	switch p {
	case Receiver:
		return "receiver"
	case Last:
		return "last"
	case None:
		return "none"
	}
	return strconv.Itoa(int(p) - 1)
}

// UnmarshalText reads a place as files have it.
func (p *Place) UnmarshalText(text []byte) error {
	switch string(text) {
	case "receiver":
		*p = Receiver
		return nil
	case "last":
		*p = Last
		return nil
	}
	i, err := strconv.Atoi(string(text))
	if err != nil || i < 0 {
		return fmt.Errorf(`%q, where the index of a parameter (from 0), "receiver" or "last" is expected`, text)
	}
	*p = Param(i)
	return nil
}

// BoundKind is a kind of bound on attempts.
type BoundKind string

// The kinds of bounds. The zero value says that nothing is said.
const (
	// Counted is a number of attempts.
	Counted BoundKind = "count"
	// Timed is a bound on time alone.
	Timed BoundKind = "time"
	// UntilDeadline is no bound but the end of the context.
	UntilDeadline BoundKind = "deadline"
	// Unlimited is no bound at all.
	Unlimited BoundKind = "unlimited"
	// UnknownBound is a bound that cannot be told.
	UnknownBound BoundKind = "unknown"
	// ByDefault is whatever holds where nothing is set: a value that means the
	// default, of a setting that has none of its own.
	ByDefault BoundKind = "default"
)

// Bound is the largest number of attempts, the first included. In a file it is a
// number, "unlimited", "until the deadline", "unknown", or "within 15m" with the
// attempts that fit if each fails at once, if they are known: "within 15m, about 25".
type Bound struct {
	Kind BoundKind
	// N is the number of attempts, for Counted; for Timed what fits into the time if
	// each attempt fails at once, 0 if that is not known. 0 attempts are none at all:
	// the operation never runs.
	N int
	// Within is the time, for Timed.
	Within time.Duration
}

// Attempts returns the bound of a number of attempts.
func Attempts(n int) Bound { return Bound{Kind: Counted, N: n} }

// IsZero reports whether nothing is said.
func (b Bound) IsZero() bool { return b.Kind == "" }

// Once reports whether the operation is surely issued once at most.
func (b Bound) Once() bool { return b.Kind == Counted && b.N <= 1 }

func (b Bound) String() string {
	switch b.Kind {
	case Counted:
		return strconv.Itoa(b.N)
	case Timed:
		if b.N > 0 {
			return fmt.Sprintf("within %s, about %d", short(b.Within), b.N)
		}
		return "within " + short(b.Within)
	case UntilDeadline:
		return "until the deadline"
	}
	return string(b.Kind)
}

// short returns a duration without zero minutes and seconds at its end.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

var timed = regexp.MustCompile(`^within ([0-9a-z.µ]+)(?:, about ([0-9]+))?$`)

// UnmarshalText reads a bound as files have it.
func (b *Bound) UnmarshalText(text []byte) error {
	s := string(text)
	switch s {
	case "unlimited":
		*b = Bound{Kind: Unlimited}
		return nil
	case "until the deadline":
		*b = Bound{Kind: UntilDeadline}
		return nil
	case "unknown":
		*b = Bound{Kind: UnknownBound}
		return nil
	}
	if n, err := strconv.Atoi(s); err == nil && n >= 0 {
		*b = Attempts(n)
		return nil
	}
	if m := timed.FindStringSubmatch(s); m != nil {
		within, err := time.ParseDuration(m[1])
		if err == nil {
			n, _ := strconv.Atoi(m[2])
			*b = Bound{Kind: Timed, Within: within, N: n}
			return nil
		}
	}
	return fmt.Errorf(`%q, where a number of attempts, "unlimited", "until the deadline", "unknown", "within 15m" or "within 15m, about 25" is expected`, text)
}

// Proof says how an entry is known.
type Proof string

// The proofs, weakest first.
const (
	// Read is what the source or the documentation of the library says.
	Read Proof = "read"
	// Measured is what a run showed once.
	Measured Proof = "measured"
	// CountedByTest is what a test counts each time it runs.
	CountedByTest Proof = "counted"
)

// Counts says what a number counts.
type Counts string

// What numbers count.
const (
	CountsAttempts Counts = "attempts"
	CountsRetries  Counts = "retries"
)

// Meaning is what zero or a negative number means to a setting.
type Meaning string

// The meanings.
const (
	// MeansDefault is the default, as if nothing were set.
	MeansDefault Meaning = "default"
	// MeansOff is one attempt.
	MeansOff Meaning = "off"
	// MeansUnlimited is no bound on attempts.
	MeansUnlimited Meaning = "unlimited"
	// MeansNever is no attempt: the operation never runs.
	MeansNever Meaning = "never runs"
	// MeansInvalid is an error or a panic.
	MeansInvalid Meaning = "invalid"
	// MeansUnknown is what nobody looked up.
	MeansUnknown Meaning = "unknown"
)

// Aspect is what a setting sets.
type Aspect string

// The aspects.
const (
	// SetsAttempts is the number of attempts.
	SetsAttempts Aspect = "attempts"
	// SetsTime is a bound on the time of all attempts and waits together.
	SetsTime Aspect = "time"
	// SetsWait is the wait: its base, or a function that computes it.
	SetsWait Aspect = "wait"
	// SetsCap is the longest wait.
	SetsCap Aspect = "cap"
	// SetsJitter is how much of the wait is random.
	SetsJitter Aspect = "jitter"
	// SetsDecision is which answers are tried again.
	SetsDecision Aspect = "decision"
	// SetsPolicy is a whole policy: its value is made by something else that is
	// catalogued.
	SetsPolicy Aspect = "policy"
	// SetsBudget is a budget or a breaker.
	SetsBudget Aspect = "budget"
	// SetsTimeout is the time that one attempt may take.
	SetsTimeout Aspect = "timeout"
	// SetsContext is a context whose end ends the retries.
	SetsContext Aspect = "context"
	// SetsServiceConfig is a service config of gRPC, as JSON.
	SetsServiceConfig Aspect = "service config"
	// SetsNothing is for functions that only hand on what they wrap, as the last call
	// of a builder.
	SetsNothing Aspect = "nothing"
)

// WaitKind is how waits follow each other.
type WaitKind string

// The kinds of waits.
const (
	NoWait       WaitKind = "none"
	ConstantWait WaitKind = "constant"
	GrowingWait  WaitKind = "grows"
	// ListedWait is a list of waits that the program gives.
	ListedWait WaitKind = "list"
	// GivenWait is a wait that the program computes, or that another backoff gives.
	GivenWait WaitKind = "given"
	// RandomWait is one between two bounds that do not grow.
	RandomWait  WaitKind = "random"
	UnknownWait WaitKind = "unknown"
)

// Jitter says how much of a wait is random.
type Jitter string

// The amounts of jitter.
const (
	// NoJitter is none.
	NoJitter Jitter = "none"
	// SomeJitter is a part of the wait, or an amount that does not grow with it.
	SomeJitter Jitter = "some"
	// FullJitter is the whole wait, from zero on.
	FullJitter Jitter = "full"
	// SetJitter is none unless it is set.
	SetJitter Jitter = "if set"
)

// MarkMeaning is what a marked error means.
type MarkMeaning string

// The meanings of marks.
const (
	FinalMark     MarkMeaning = "final"
	RetriableMark MarkMeaning = "retriable"
)

// Carries is what errors hold of the answer.
type Carries string

// What errors carry.
const (
	CarriesStatus   Carries = "status"
	CarriesCode     Carries = "code"
	CarriesSQLState Carries = "sqlstate"
	CarriesName     Carries = "name"
	CarriesNothing  Carries = "nothing"
)

// GuardKind is a kind of guard.
type GuardKind string

// The kinds of guards.
const (
	Breaker GuardKind = "breaker"
	Budget  GuardKind = "budget"
	Limiter GuardKind = "limiter"
)

// Access is a way of using a field.
type Access string

// The ways.
const (
	ByReading Access = "read"
	ByWriting Access = "write"
)

// Methods are the kinds of requests that are repeated.
type Methods string

// The kinds of requests.
const (
	// AllMethods are all, POST and other writes included.
	AllMethods Methods = "all"
	// IdempotentMethods are those that may be repeated by the definition of HTTP.
	IdempotentMethods Methods = "idempotent"
	// ReadMethods are those that change nothing.
	ReadMethods Methods = "reads"
)

// ErrorKind is a kind of failure besides statuses and codes.
type ErrorKind string

// The kinds of failures.
const (
	// AnyError is every error that the operation returns.
	AnyError ErrorKind = "any"
	// AnyUnmarked is every error that no [Mark] made final.
	AnyUnmarked ErrorKind = "any but marked final"
	// OnlyMarked is what a [Mark] made retriable.
	OnlyMarked ErrorKind = "marked retriable"
	// TransportErrors are those of connections and dials.
	TransportErrors ErrorKind = "transport"
	// DialErrors are those of connections that were not made.
	DialErrors ErrorKind = "dial"
	// LostConnections are those that broke.
	LostConnections ErrorKind = "lost connection"
	// StaleConnections are kept ones that turned out to be dead.
	StaleConnections ErrorKind = "stale connection"
	// Timeouts are those of single attempts.
	Timeouts ErrorKind = "timeout"
	// Throttling is what servers say that have too much to do, in their own protocol.
	Throttling ErrorKind = "throttling"
	// Conflicts are lost races.
	Conflicts ErrorKind = "conflict"
	// ServerErrors are those that the protocol of the server marks as temporary.
	ServerErrors ErrorKind = "temporary server error"
	// NotYet is an answer, not an error: what is waited for has not come about.
	NotYet ErrorKind = "not yet"
	// Canceled is the end of the caller's context, returned by the operation.
	Canceled ErrorKind = "canceled"
)

// Code is the name of a gRPC code.
type Code string

// Codes are the names of the gRPC codes in order of their numbers, OK first.
func Codes() []Code {
	return []Code{
		"OK", "Canceled", "Unknown", "InvalidArgument", "DeadlineExceeded", "NotFound", "AlreadyExists", "PermissionDenied",
		"ResourceExhausted", "FailedPrecondition", "Aborted", "OutOfRange", "Unimplemented", "Internal", "Unavailable",
		"DataLoss", "Unauthenticated",
	}
}

// Number returns the number of a code, -1 if there is no such code.
func (c Code) Number() int { return slices.Index(Codes(), c) }

// Range is a range of HTTP statuses, or one to leave out. In a file: "429", "500-599",
// "not 501".
type Range struct {
	First, Last int
	Not         bool
}

// HasStatus reports whether a list of ranges holds a status. A range that leaves
// out wins over one that takes in.
func HasStatus(ranges []Range, status int) bool {
	has := false
	for _, r := range ranges {
		if r.First <= status && status <= r.Last {
			if r.Not {
				return false
			}
			has = true
		}
	}
	return has
}

func (r Range) String() string {
	s := strconv.Itoa(r.First)
	if r.Last != r.First {
		s += "-" + strconv.Itoa(r.Last)
	}
	if r.Not {
		s = "not " + s
	}
	return s
}

// UnmarshalText reads a range as files have it.
func (r *Range) UnmarshalText(text []byte) error {
	s, not := strings.CutPrefix(string(text), "not ")
	from, to, isRange := strings.Cut(s, "-")
	if !isRange {
		to = from
	}
	first, err := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	if err != nil || err2 != nil || first < 0 || last < first || last > 599 {
		return fmt.Errorf(`%q, where a status is expected as "429", "500-599" or "not 501"`, text)
	}
	*r = Range{First: first, Last: last, Not: not}
	return nil
}

// oneOf sets a word of a fixed list.
func oneOf[T ~string](into *T, text []byte, words ...T) error {
	if slices.Contains(words, T(text)) {
		*into = T(text)
		return nil
	}
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	if near := spelling.Nearest(string(text), all); near != "" {
		return fmt.Errorf("%q, did you mean %q?", text, near)
	}
	return fmt.Errorf("%q, where one of these is expected: %s", text, strings.Join(all, ", "))
}

// UnmarshalText reads one of the words of the type.
func (p *Proof) UnmarshalText(text []byte) error {
	return oneOf(p, text, Read, Measured, CountedByTest)
}

// UnmarshalText reads one of the words of the type.
func (c *Counts) UnmarshalText(text []byte) error {
	return oneOf(c, text, CountsAttempts, CountsRetries)
}

// UnmarshalText reads one of the words of the type.
func (m *Meaning) UnmarshalText(text []byte) error {
	return oneOf(m, text, MeansDefault, MeansOff, MeansUnlimited, MeansNever, MeansInvalid, MeansUnknown)
}

// UnmarshalText reads one of the words of the type.
func (a *Aspect) UnmarshalText(text []byte) error {
	return oneOf(a, text, SetsAttempts, SetsTime, SetsWait, SetsCap, SetsJitter, SetsDecision, SetsPolicy, SetsBudget,
		SetsTimeout, SetsContext, SetsServiceConfig, SetsNothing)
}

// UnmarshalText reads one of the words of the type.
func (k *WaitKind) UnmarshalText(text []byte) error {
	return oneOf(k, text, NoWait, ConstantWait, GrowingWait, ListedWait, GivenWait, RandomWait, UnknownWait)
}

// UnmarshalText reads one of the words of the type.
func (j *Jitter) UnmarshalText(text []byte) error {
	return oneOf(j, text, NoJitter, SomeJitter, FullJitter, SetJitter)
}

// UnmarshalText reads one of the words of the type.
func (m *MarkMeaning) UnmarshalText(text []byte) error {
	return oneOf(m, text, FinalMark, RetriableMark)
}

// UnmarshalText reads one of the words of the type.
func (c *Carries) UnmarshalText(text []byte) error {
	return oneOf(c, text, CarriesStatus, CarriesCode, CarriesSQLState, CarriesName, CarriesNothing)
}

// UnmarshalText reads one of the words of the type.
func (k *GuardKind) UnmarshalText(text []byte) error { return oneOf(k, text, Breaker, Budget, Limiter) }

// UnmarshalText reads one of the words of the type.
func (a *Access) UnmarshalText(text []byte) error { return oneOf(a, text, ByReading, ByWriting) }

// UnmarshalText reads one of the words of the type.
func (m *Methods) UnmarshalText(text []byte) error {
	return oneOf(m, text, AllMethods, IdempotentMethods, ReadMethods)
}

// UnmarshalText reads one of the words of the type.
func (k *ErrorKind) UnmarshalText(text []byte) error {
	return oneOf(k, text, AnyError, AnyUnmarked, OnlyMarked, TransportErrors, DialErrors, LostConnections, StaleConnections,
		Timeouts, Throttling, Conflicts, ServerErrors, NotYet, Canceled)
}

// UnmarshalText reads the name of a code.
func (c *Code) UnmarshalText(text []byte) error { return oneOf(c, text, Codes()...) }
