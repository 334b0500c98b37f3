// Package exec runs functions in the world where one operation fails each time
// it is attempted.
//
// Values are symbolic: numbers are computed where they are known, everything
// else is a term over the parameters, fields and calls it came from. A branch
// whose condition is not known is taken both ways, and what was assumed then
// holds for the rest of the run. What comes out is, per way through the loop,
// how often the operation was attempted and what was slept in between.
package exec

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Kind is the kind of a term.
type Kind uint8

// The kinds of terms.
const (
	Sym    Kind = iota // a leaf that is not known: a parameter, a random draw
	Int                // a known integer
	Float              // a known floating-point number
	Bool               // a known boolean
	Str                // a known string
	Nil                // nil
	Zero               // the zero value of a type that is not a number
	App                // an operation or call on terms: equal arguments, equal result
	Obj                // the address of something allocated in this run
	Addr               // Args[0] with the path Name: a field or an element
	Struct             // Args[0] with fields replaced; Name lists their paths
	Func               // the function Name with the captures Args
	Tuple              // several results
	Slice              // Args[0] is where it starts, Int its length
	Time               // an instant, Int nanoseconds after the start of the run
)

// Term is a symbolic value. Terms are interned: equal terms are identical.
type Term struct {
	Kind Kind
	Name string
	// Int is the number of an Int; of the result of a call, 1 tells one of a later round of a
	// loop from the first.
	Int  int64
	Args []*Term
	// Type is the full type of a value that became an interface, "" if it is none
	// or not known.
	Type string

	// NonNil says that the term is known not to be nil.
	NonNil bool
	// Clock says that the number was read off the clock.
	Clock bool
	// Outcome says that the value depends on the answer to the attempt.
	Outcome bool
	// Call says that the value came out of a call that could not be followed, so
	// that it may differ the next time although its arguments do not.
	Call bool
	// Result says that the term is the result of such a call itself.
	Result bool

	id   int
	size int
	// bare is the value within an interface value.
	bare *Term
	// holdsObject says that something allocated in the run is among the subterms.
	holdsObject bool
}

// plain returns the value within an interface value, else the term itself.
func (t *Term) plain() *Term {
	if t.bare != nil {
		return t.bare
	}
	return t
}

// maxSize is the number of leaves a term may have. A larger one says nothing to
// anybody and is replaced by a leaf.
const maxSize = 100

// terms interns terms.
type terms struct {
	byKey map[termKey]*Term
	next  int
}

// termKey is what makes two terms the same.
type termKey struct {
	kind                                 Kind
	nonNil, clock, outcome, call, result bool
	name, typ                            string
	num                                  int64
	args                                 [3]int32
	more                                 string
}

func newTerms() *terms { return &terms{byKey: make(map[termKey]*Term)} }

func (ts *terms) intern(t Term) *Term {
	key := termKey{kind: t.Kind, name: t.Name, typ: t.Type, num: t.Int, nonNil: t.NonNil, clock: t.Clock, outcome: t.Outcome, call: t.Call, result: t.Result}
	var more []byte
	for i, a := range t.Args {
		if i < len(key.args) {
			key.args[i] = int32(a.id)
		} else {
			more = strconv.AppendInt(append(more, ' '), int64(a.id), 36)
		}
	}
	key.more = string(more)
	if old, ok := ts.byKey[key]; ok {
		return old
	}
	ts.next++
	t.id = ts.next
	t.size, t.holdsObject = 1, t.Kind == Obj
	for _, a := range t.Args {
		t.size += a.size
		t.holdsObject = t.holdsObject || a.holdsObject
	}
	if t.size > maxSize && t.Kind != Tuple && t.Kind != Struct && t.Kind != Func {
		t.Kind, t.Name, t.Int, t.Args, t.size, t.holdsObject = Sym, "…", int64(t.id), nil, 1, false
	}
	ts.byKey[key] = &t
	return &t
}

func (ts *terms) sym(name string) *Term { return ts.intern(Term{Kind: Sym, Name: name}) }

// fresh returns a leaf that equals no other.
func (ts *terms) fresh(name string) *Term {
	return ts.intern(Term{Kind: Sym, Name: name, Int: int64(ts.next + 1)})
}

func (ts *terms) int(n int64) *Term { return ts.intern(Term{Kind: Int, Int: n}) }

func (ts *terms) float(f float64) *Term {
	return ts.intern(Term{Kind: Float, Int: int64(math.Float64bits(f))})
}

func (ts *terms) bool(v bool) *Term {
	t := Term{Kind: Bool}
	if v {
		t.Int = 1
	}
	return ts.intern(t)
}

func (ts *terms) nil() *Term { return ts.intern(Term{Kind: Nil}) }

func (ts *terms) tuple(args ...*Term) *Term { return ts.intern(Term{Kind: Tuple, Args: args}) }

// app applies name to args; what is true of an argument's origin is true of the result.
func (ts *terms) app(name string, args ...*Term) *Term {
	t := Term{Kind: App, Name: name, Args: args}
	for _, a := range args {
		t.Outcome = t.Outcome || a.Outcome
		t.Clock = t.Clock || a.Clock
		t.Call = t.Call || a.Call
	}
	return ts.intern(t)
}

func (t *Term) float() float64 { return math.Float64frombits(uint64(t.Int)) }

// number returns the value of a known number.
func (t *Term) number() (f float64, ok bool) {
	switch t.Kind {
	case Int:
		return float64(t.Int), true
	case Float:
		return t.float(), true
	}
	return 0, false
}

// Draws appends the identities of the random draws in t to ids. A later draw has
// the higher identity.
func (t *Term) Draws(ids []int) []int {
	if t.Kind == Sym && t.Name == randomDraw {
		return append(ids, t.id)
	}
	for _, a := range t.Args {
		ids = a.Draws(ids)
	}
	return ids
}

// FromCall reports whether t depends on what a call returned that could not be
// followed. A field that such a call may have changed does not count.
func (t *Term) FromCall() bool {
	return t.Call && t.Mentions(func(u *Term) bool { return u.Result })
}

// Leaves returns what t is computed from: the parameters, fields and results of
// calls in it that are not known, in the order in which they appear.
func (t *Term) Leaves() []*Term {
	switch {
	case t.Kind == Sym, t.Kind == App && (t.Name == opLoad || t.Field() != ""), t.Call:
		return []*Term{t}
	}
	var leaves []*Term
	for _, a := range t.Args {
		leaves = append(leaves, a.Leaves()...)
	}
	return leaves
}

// isCount reports whether t is a number, a flag, or computed from some.
func (t *Term) isCount() bool {
	switch t.Kind {
	case Int, Float, Bool:
		return true
	case App:
		return len(t.Args) == 2 && !isWord(t.Name) || t.Name == "!"
	}
	return false
}

// IsMore reports whether t asks if a collection, an iterator or a channel holds a
// further item.
func (t *Term) IsMore() bool {
	switch t.Kind {
	case Sym:
		return strings.HasPrefix(t.Name, itemMore)
	case App:
		return t.Name == "<" && !t.Outcome && t.Args[0].Kind == Int && t.Args[1].Kind == App && t.Args[1].Name == "builtin len"
	}
	return false
}

// IsFilled reports whether t is what a call left in a variable of the function.
func (t *Term) IsFilled() bool {
	if t.Kind != App || t.Name != opLoad || !t.Call {
		return false
	}
	root, _ := split(t.Args[0])
	return root.Kind == Obj
}

// IsLookup reports whether t is looked up in a map in each round.
func (t *Term) IsLookup() bool { return t.Kind == App && t.Name == opLookup && t.Int == 1 }

// Field returns the name of the field that t was read from, "" if it is none.
func (t *Term) Field() string {
	if t.Kind != App {
		return ""
	}
	path := t.Name
	if path == opLoad && t.Args[0].Kind == Addr {
		path = t.Args[0].Name
	}
	if i := strings.LastIndexByte(path, '.'); i >= 0 && path[0] == '.' {
		return path[i+1:]
	}
	return ""
}

// randomDraw names the leaves that stand for numbers drawn at random.
const randomDraw = "random"

// Mentions reports whether a subterm of t satisfies f.
func (t *Term) Mentions(f func(*Term) bool) bool {
	return f(t) || slices.ContainsFunc(t.Args, func(a *Term) bool { return a.Mentions(f) })
}

// String returns the term as Go programmers would write it.
func (t *Term) String() string {
	switch t.Kind {
	case Sym:
		return t.Name
	case Int:
		return strconv.FormatInt(t.Int, 10)
	case Float:
		return strconv.FormatFloat(t.float(), 'g', 6, 64)
	case Bool:
		return strconv.FormatBool(t.Int != 0)
	case Str:
		return strconv.Quote(t.Name)
	case Nil:
		return "nil"
	case Func:
		return t.Name
	case Addr:
		return t.Args[0].String() + t.Name
	case App:
		return t.appString()
	case Obj:
		return "new"
	}
	return "?"
}

func (t *Term) appString() string {
	args := make([]string, len(t.Args))
	for i, a := range t.Args {
		args[i] = a.String()
	}
	switch {
	case t.Name == opLoad:
		if v, ok := strings.CutPrefix(args[0], "&"); ok {
			// A package variable goes by the path of its package.
			return v[strings.LastIndexByte(v, '/')+1:]
		}
		return args[0]
	case strings.HasPrefix(t.Name, ".") || strings.HasPrefix(t.Name, "["):
		return args[0] + t.Name
	case t.Name == opExtract || t.Name == opConvert:
		return args[0]
	case len(args) == 2 && !isWord(t.Name):
		return operand(t.Args[0], args[0]) + " " + t.Name + " " + operand(t.Args[1], args[1])
	}
	name := t.Name
	if i := strings.LastIndexAny(name, "/"); i >= 0 {
		name = name[i+1:]
	}
	return strings.TrimPrefix(name, "builtin ") + "(" + strings.Join(args, ", ") + ")"
}

// operand parenthesizes the text of a sum within a larger expression.
func operand(t *Term, text string) string {
	if t.Kind == App && len(t.Args) == 2 && !isWord(t.Name) {
		return "(" + text + ")"
	}
	return text
}

func isWord(op string) bool {
	c := op[0]
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '('
}

// Operations that the executor itself applies.
const (
	opLoad    = "load"    // the value at an address
	opExtract = "extract" // one result of a call; Int is which
	opLookup  = "lookup"  // what a map or string holds
	opConvert = "convert" // a conversion that may change the value

	// These begin the names of operations that ask whether something is of a type, and
	// whether it implements an interface.
	opIs, opImplements = "is ", "is any "
)

// DurationText returns a number of nanoseconds as messages print it.
func DurationText(n int64) string {
	s := time.Duration(n).String()
	s = strings.TrimSuffix(s, "m0s") + map[bool]string{true: "m"}[strings.HasSuffix(s, "m0s")]
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// IsNilTest reports whether t compares something with nil.
func (t *Term) IsNilTest() bool {
	return t.Kind == App && t.Name == "==" && slices.ContainsFunc(t.Args, func(a *Term) bool { return a.Kind == Nil })
}

// NamesError reports whether t compares an error, or the text of one, with one that has a
// name.
func (t *Term) NamesError() bool {
	return t.Kind == App && t.Name == "==" && slices.ContainsFunc(t.Args, func(a *Term) bool { return a.Kind == Str || holdsNone(a) || isWithinLeaf(a) })
}

// IsField reports whether t is what a field of something holds.
func (t *Term) IsField() bool {
	return t.Kind == App && t.Name == opLoad && t.Args[0].Kind == Addr && strings.HasPrefix(t.Args[0].Name, ".")
}

// ReadsStatusOf reports whether t depends on the status that a response has which holder is,
// or holds.
func (t *Term) ReadsStatusOf(holder *Term) bool {
	return t.Mentions(func(u *Term) bool {
		return u.IsField() && strings.HasSuffix(u.Args[0].Name, ".StatusCode") && u.Mentions(func(x *Term) bool { return x == holder })
	})
}

// AskedType returns the type that t asks whether an error is of, "" if it asks nothing like
// that.
func (t *Term) AskedType() string {
	switch {
	case t.Kind != App:
		return ""
	case t.Name == "errors.As" && len(t.Args) == 2:
		return strings.TrimPrefix(t.Args[1].Type, "*")
	}
	if typ, ok := strings.CutPrefix(t.Name, opImplements); ok {
		return typ
	}
	if typ, ok := strings.CutPrefix(t.Name, opIs); ok {
		return typ
	}
	return ""
}

// AsksConcreteType reports whether t asks whether an error is of a type that is no interface.
func (t *Term) AsksConcreteType() bool {
	return t.Kind == App && strings.HasPrefix(t.Name, opIs) && !strings.HasPrefix(t.Name, opImplements)
}

// AsksCanceled reports whether t asks whether something is context.Canceled.
func (t *Term) AsksCanceled() bool {
	return t.Mentions(func(t *Term) bool { return t.Kind == Sym && t.Name == canceledVar })
}

// Evaluate computes the condition t with the number n in place of x; known is
// false if that does not decide it.
func (t *Term) Evaluate(x *Term, n int64) (holds, known bool) {
	ts := newTerms()
	v := ts.replace(t, x, n)
	return v.Int != 0, v.Kind == Bool
}

// replace rebuilds t in ts with n in place of x.
func (ts *terms) replace(t, x *Term, n int64) *Term {
	if t == x {
		return ts.int(n)
	}
	if len(t.Args) == 0 {
		leaf := *t
		return ts.intern(leaf)
	}
	args := make([]*Term, len(t.Args))
	for i, a := range t.Args {
		args[i] = ts.replace(a, x, n)
	}
	switch {
	case t.Kind == App && t.Name == "!":
		return ts.not(args[0])
	case t.Kind == App && len(args) == 2 && !isWord(t.Name):
		return ts.binary(t.Name, args[0], args[1])
	}
	rebuilt := *t
	rebuilt.Args = args
	return ts.intern(rebuilt)
}
