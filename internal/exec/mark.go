package exec

import (
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/ir"
)

// Mark is how a function marks an error for a retrier, "" if it does not.
type Mark string

// The marks: an error is not to be tried again, or only what is marked is.
const (
	Final     Mark = "marked final"
	Retriable Mark = "marked retriable"
)

// The functions that bodies call which are not read from source.
const (
	// Unknown returns something new of which nothing is known.
	Unknown = "builtin unknown"
	// Unset asks whether a setting is known to be nil.
	Unset = "builtin unset"
	// MarkedFinal and MarkedRetriable ask whether an error has a [Mark]; their second
	// argument is the path of the package whose types of errors are such marks.
	MarkedFinal     = "builtin " + string(Final)
	MarkedRetriable = "builtin " + string(Retriable)
	// OptionGiven returns what the function that its second argument names was given when
	// it made one of the options in a slice; nil if it made none.
	OptionGiven = "builtin option"
)

// marked executes a function that marks an error.
func (r *run) marked(mark Mark, args []*Term) *Term {
	if args[0].Kind == Nil {
		return args[0]
	}
	t := Term{Kind: App, Name: string(mark), Args: args[:1], NonNil: true, Outcome: args[0].Outcome, Call: args[0].Call, Type: "*" + string(mark)}
	r.methods[t.Type] = " Error Unwrap"
	return r.intern(t)
}

// isMarked executes the question whether an error has a mark. An error of another type than
// those of the library, or that nothing is known of but that the attempt returned it, has none.
func (r *run) isMarked(s *state, mark Mark, e, pkg *Term) *Term {
	errs, known := r.chain(s, e)
	for _, e := range errs {
		if e.Kind == App && e.Name == string(mark) || strings.HasPrefix(strings.TrimPrefix(e.Type, "*"), pkg.Name+".") {
			return r.bool(true)
		}
	}
	if known || !slices.ContainsFunc(errs, func(e *Term) bool { return e.Type == "" && !isLeaf(e) && !holdsNone(e) }) {
		return r.bool(false)
	}
	return r.app(string(mark), e)
}

// optionGiven executes [OptionGiven].
func (r *run) optionGiven(s *state, in *ir.Instr, options, name *Term) *Term {
	switch options.Kind {
	case Nil:
		return options
	case Slice:
	default:
		return r.unknown(s)
	}
	for i := range options.Int {
		option := r.load(s.heap, r.indexAddr(options, r.int(i)), ir.Nil).plain()
		switch {
		case option.Kind == App && option.Name == name.Name:
			return option.Args[0]
		case option.Kind == Func && strings.HasPrefix(option.Name, name.Name+".") && len(option.Args) == 1:
			// The function was followed, and returned a closure over what it was given.
			return r.load(s.heap, option.Args[0], ir.Nil)
		case option.Kind != App && option.Kind != Func:
			return r.unknown(s)
		}
	}
	return r.nil()
}

// unknown returns something new of which nothing is known.
func (r *run) unknown(s *state) *Term {
	return r.intern(Term{Kind: App, Name: "unknown", Int: int64(s.way.Attempts), Call: true, Result: true})
}
