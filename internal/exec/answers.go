package exec

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/retrylint/retrylint/internal/answer"
	"github.com/retrylint/retrylint/internal/ir"
)

// A run may ask which answers to the attempt lead where. The answer is then a value of a
// finite domain: a state knows the answers with which it is reached, a branch on what
// the answer carries parts them, and only a condition that cannot be computed from the
// answer keeps them all on both sides.

// Ask says which answers to an attempt a run tells apart.
type Ask struct {
	// Domain are the answers that the attempt may get.
	Domain answer.Set
	// Response is the index of the *http.Response among the results, -1 if there is none.
	Response int32
	// Shapes are the errors that the attempt is known to return, by answer.
	Shapes []Shape
}

// The leaves that stand for a response and for its status.
const (
	responseSym = "response"
	statusSym   = "response.StatusCode"
)

// The operations on answers.
const (
	// opAs is the error of a type within an error; Type is the type.
	opAs = "as"
	// opCase is what a table holds for Args[0]: pairs of a key and a value follow, and
	// the value for all other keys.
	opCase = "case"
	// opWrap is an error that wraps Args.
	opWrap = "wrapped"
	// opGRPC is the gRPC status of an error.
	opGRPC = "grpc status"
)

// sides are the answers for which a condition holds, for which it does not, and for
// which that is not known.
type sides struct {
	yes, no, open answer.Set
	// guess says that the name of a function was believed.
	guess bool
	// asks are all statuses or all codes, if the condition asks for one.
	asks answer.Set
}

// partition computes which answers of the domain lead to which side of a condition.
func (r *run) partition(cond *Term) sides {
	if p, ok := r.parted[cond]; ok {
		return p
	}
	e := evaluation{run: r}
	var p sides
	for a := range r.ask.Domain.All {
		switch v, known := e.eval(cond, a); {
		case !known:
			p.open = p.open.Or(answer.Of(a))
		case v != 0:
			p.yes = p.yes.Or(answer.Of(a))
		default:
			p.no = p.no.Or(answer.Of(a))
		}
	}
	p.guess, p.asks = e.guess, e.asks
	if r.parted == nil {
		r.parted = make(map[*Term]sides)
	}
	r.parted[cond] = p
	return p
}

// evaluation computes terms for one answer at a time.
type evaluation struct {
	*run
	guess bool
	asks  answer.Set
}

// status returns the HTTP status of an answer that is asked for it.
func (e *evaluation) status(a answer.Answer) (v int64, known bool) {
	e.asks = e.asks.Or(answer.AllStatuses)
	n, ok := a.Status()
	return int64(n), ok
}

// eval computes a number or a truth value from an answer; known is false if the answer
// does not decide it.
func (e *evaluation) eval(t *Term, a answer.Answer) (v int64, known bool) {
	switch t.Kind {
	case Int, Bool:
		return t.Int, true
	case Sym:
		if t.Name == statusSym {
			return e.status(a)
		}
		return 0, false
	case App:
	default:
		return 0, false
	}
	switch {
	case t.Name == "!":
		v, known = e.eval(t.Args[0], a)
		return 1 - v, known
	case t.Name == "==" && len(t.Args) == 2:
		if x, y := t.Args[0], t.Args[1]; isLeaf(x) {
			return e.is(y, a)
		} else if isLeaf(y) {
			return e.is(x, a)
		} else if x.Kind == Str || y.Kind == Str {
			return e.named(x, y, a)
		}
		return e.binary(t, a)
	case len(t.Args) == 2 && !isWord(t.Name) && t.Name[0] != '.' && t.Name[0] != '[':
		return e.binary(t, a)
	case t.Name == "builtin min" || t.Name == "builtin max":
		return e.extreme(t, a)
	case t.Name == opConvert:
		return e.eval(t.Args[0], a)
	case t.Name == opCase:
		return e.lookup(t, a)
	case t.Name == "errors.Is" && isLeaf(t.Args[0]):
		return e.is(t.Args[1], a)
	case t.Name == "errors.As" && isLeaf(t.Args[0]):
		return e.as(strings.TrimPrefix(t.Args[1].Type, "*"), a)
	case strings.HasPrefix(t.Name, opImplements) && isLeaf(t.Args[0]):
		return e.implements(strings.TrimPrefix(t.Name, opImplements), a)
	case strings.HasPrefix(t.Name, opIs) && isLeaf(t.Args[0]):
		return e.as(strings.TrimPrefix(t.Name, opIs), a)
	case t.Name == opLoad:
		return e.field(t, a)
	case t.Name == opExtract && len(t.Args) == 1 && t.Args[0].Name == opGRPC:
		// Whether an error has a gRPC status.
		_, ok := a.Code()
		return truth(ok), true
	}
	return e.question(t, a)
}

// field computes a field of the error or of another result that holds the status.
func (e *evaluation) field(t *Term, a answer.Answer) (v int64, known bool) {
	root, path := split(t.Args[0])
	if !isAnswer(root) {
		return 0, false
	}
	if s, ok := e.shapeOf(a); ok && root.Name == opAs {
		if i := slices.Index(s.Types, root.Type); i >= 0 && s.Fields[i] == path && path != "" {
			return e.status(a)
		}
	}
	if answer.IsStatusField(path[strings.LastIndexByte(path, '.')+1:]) {
		return e.status(a)
	}
	return 0, false
}

// named compares the name of an error with one that is known.
func (e *evaluation) named(x, y *Term, a answer.Answer) (v int64, known bool) {
	if x.Kind != Str {
		x, y = y, x
	}
	in := answer.Named(x.Name)
	if in.IsEmpty() || !y.Mentions(isLeaf) {
		return 0, false
	}
	e.guess = true
	return truth(in.Has(a)), true
}

// binary computes an operation on two numbers.
func (e *evaluation) binary(t *Term, a answer.Answer) (v int64, known bool) {
	x, ok := e.eval(t.Args[0], a)
	if !ok {
		return 0, false
	}
	y, ok := e.eval(t.Args[1], a)
	if !ok {
		return 0, false
	}
	switch t.Name {
	case "==", "<":
		return truth(compareOrdered(t.Name, x, y)), true
	}
	return intOp(t.Name, x, y)
}

// extreme computes the smallest or the largest of some numbers.
func (e *evaluation) extreme(t *Term, a answer.Answer) (v int64, known bool) {
	for i, arg := range t.Args {
		n, ok := e.eval(arg, a)
		if !ok {
			return 0, false
		}
		if i == 0 || (n < v) == (t.Name == "builtin min") {
			v = n
		}
	}
	return v, true
}

func (e *evaluation) lookup(t *Term, a answer.Answer) (v int64, known bool) {
	key, ok := e.eval(t.Args[0], a)
	if !ok {
		return 0, false
	}
	for i := 1; i+1 < len(t.Args); i += 2 {
		if t.Args[i].Int == key {
			return e.eval(t.Args[i+1], a)
		}
	}
	return e.eval(t.Args[len(t.Args)-1], a)
}

// question computes what a function that is asked of the error returns.
func (e *evaluation) question(t *Term, a answer.Answer) (v int64, known bool) {
	if len(t.Args) == 0 {
		return 0, false
	}
	q := answer.Asked(t.Name)
	arg := t.Args[0].plain()
	switch q.Gives {
	case answer.HTTPStatus:
		if !isAnswer(arg) {
			return 0, false
		}
		e.guess = e.guess || q.Guess
		return e.status(a)
	case answer.GRPCCode:
		if arg.Kind == App && arg.Name == opGRPC {
			arg = arg.Args[0]
		}
		if !e.carries(arg) {
			return 0, false
		}
		e.asks = e.asks.Or(answer.AllCodes)
		n, ok := a.Code()
		if !ok {
			n = 2
		}
		return int64(n), true
	case answer.IsIn:
		if !slices.ContainsFunc(t.Args, e.carries) {
			return 0, false
		}
		e.guess = e.guess || q.Guess
		return truth(q.In.Has(a)), true
	}
	return 0, false
}

// carries reports whether a term is the error of the attempt, or wraps it.
func (e *evaluation) carries(t *Term) bool {
	t = t.plain()
	return isLeaf(t) || t.Kind == App && (t.Name == opWrap || t.Name == opAs) && slices.ContainsFunc(t.Args, e.carries)
}

// kinds are the errors of the standard library that programs compare with.
var kinds = map[string]answer.Set{
	canceledVar:                 answer.Of(answer.Canceled),
	"&context.DeadlineExceeded": answer.Of(answer.Deadline),
	"&io.EOF":                   answer.Of(answer.EOF),
	"&io.ErrUnexpectedEOF":      answer.Of(answer.UnexpectedEOF),
	"&database/sql.ErrNoRows":   answer.Of(answer.NoRows),
	"&database/sql.ErrConnDone": answer.Of(answer.NoConnection),
}

// is reports whether the error of an answer is a sentinel.
func (e *evaluation) is(sentinel *Term, a answer.Answer) (v int64, known bool) {
	s, ok := e.shapeOf(a)
	switch own := e.sentinel(sentinel); {
	case own == "":
	case ok && s.Client:
		// It was made by the package at hand.
		return truth(slices.Contains(s.Sentinels, own)), true
	case e.foreign:
		// A function of another package does not know it.
		return 0, true
	}
	if sentinel.Kind != App || sentinel.Name != opLoad {
		return 0, false
	}
	root, path := split(sentinel.Args[0])
	if ok && path == "" {
		is := slices.Contains(s.Sentinels, root.Name)
		return truth(is), is || !s.Open || s.Client && e.caller != "" && strings.HasPrefix(root.Name, "&"+e.caller+".")
	}
	in, ok := kinds[root.Name]
	switch {
	case !ok || path != "":
		return 0, false
	case in.Has(a):
		return 1, true
	}
	// A timeout may be told as a deadline, and nobody knows what others wrap.
	return 0, a != answer.Timeout && a != answer.Other && a != answer.Transport
}

// as reports whether the error of an answer holds one of a type. A type that is not of
// the standard library is taken for the one that carries the status.
func (e *evaluation) as(typ string, a answer.Answer) (v int64, known bool) {
	pkg := strings.TrimPrefix(typ, "*")
	if i := strings.LastIndexByte(pkg, '.'); i >= 0 {
		pkg = pkg[:i]
	}
	if s, ok := e.shapeOf(a); ok && (slices.Contains(s.Types, typ) || !s.Open) {
		return truth(slices.Contains(s.Types, typ)), true
	}
	_, isStatus := a.Status()
	_, isCode := a.Code()
	switch {
	case !isStatus && !isCode:
		return 0, false
	case e.resolve.Standard(pkg):
		return 0, true
	case strings.HasSuffix(pkg, "/types") || strings.HasSuffix(typ, "Exception"):
		// One of many, each for an error of its own.
		return 0, false
	case !e.resolve.HoldsStatus(typ):
		// It says something else.
		return 0, false
	}
	if in := answer.Asked(typ); in.Gives == answer.IsIn {
		// By its name it is for some statuses only.
		e.guess = true
		return truth(in.In.Has(a)), true
	}
	return 1, true
}

// implements reports whether the error of an answer has the methods of an interface. Of
// types that are known by their names only, the methods are not known.
func (e *evaluation) implements(iface string, a answer.Answer) (v int64, known bool) {
	if s, ok := e.shapeOf(a); ok && len(s.Types) > 0 {
		return 0, false
	}
	return e.as(iface, a)
}

func truth(v bool) int64 {
	if v {
		return 1
	}
	return 0
}

// isLeaf reports whether t is the error of the attempt itself.
func isLeaf(t *Term) bool {
	t = t.plain()
	return t.Kind == Sym && t.Name == errorSym
}

// isWithinLeaf reports whether t is the error of the attempt, seen as another type.
func isWithinLeaf(t *Term) bool {
	t = t.plain()
	for t.Kind == App && (t.Name == opAs || t.Name == opExtract || t.Name == opWrap) && len(t.Args) == 1 {
		t = t.Args[0].plain()
	}
	return isLeaf(t)
}

// isAnswer reports whether t is the error of the attempt, or another of its results.
func isAnswer(t *Term) bool {
	for t.Kind == App && t.Name == opLoad {
		t, _ = split(t.Args[0])
	}
	return isWithinLeaf(t) || t.Kind == Sym && t.Outcome && strings.HasPrefix(t.Name, resultSym)
}

// parts takes a state to the sides of a condition that the answer decides, at least for
// some answers; ok is false if it decides nothing.
func (r *run) parts(s *state, cond *Term) (p sides, ok bool) {
	if r.ask == nil || !cond.Outcome {
		return p, false
	}
	p = r.partition(cond)
	if r.ask.Domain.Minus(p.open).IsEmpty() {
		return p, false
	}
	p.yes, p.no, p.open = p.yes.And(s.answers), p.no.And(s.answers), p.open.And(s.answers)
	return p, true
}

// takeParts takes a branch that parts the answers.
func (r *run) takeParts(s *state, f *frame, in *ir.Instr, cond *Term, p sides) bool {
	succs := f.fn.Blocks[f.block].Succs
	outermost := len(s.frames) == 1
	canTake := func(holds bool) bool {
		return !outermost || r.inside == nil || r.inside(int(succs[choice(holds)]))
	}
	take := func(s *state, holds bool) bool {
		s.answers = p.open.Or(p.no)
		if holds {
			s.answers = p.open.Or(p.yes)
		}
		s.way.Guess = s.way.Guess || p.guess
		s.way.Asks = s.way.Asks.Or(p.asks)
		r.decide(s, cond, holds, in)
		if n := len(s.round.Conds); n > 0 && s.started {
			s.round.Conds[n-1].Decided = p.open.Minus(answer.Kinds()).IsEmpty()
		}
		return r.goTo(s, s.top(), int(succs[choice(holds)]))
	}
	yes, no := !p.open.Or(p.yes).IsEmpty(), !p.open.Or(p.no).IsEmpty()
	yes, no = yes && canTake(true), no && canTake(false)
	switch {
	case yes && no:
		r.fork(s, func(t *state) { t.done = !take(t, false) })
		return take(s, true)
	case yes:
		return take(s, true)
	case no:
		return take(s, false)
	}
	return false
}

// answered prepares a state for what the attempt answered.
func (r *run) answered(s *state, a Answer) {
	if r.ask == nil {
		return
	}
	if s.answers.IsEmpty() {
		// All attempts get the same answer.
		s.answers = r.ask.Domain
	}
	if a == Succeeds && r.ask.Response >= 0 {
		resp := r.response()
		s.heap.store(r.addr(resp, ".StatusCode"), r.intern(Term{Kind: Sym, Name: statusSym, Outcome: true}))
	}
}

// response is the response to the attempt.
func (r *run) response() *Term {
	return r.intern(Term{Kind: Sym, Name: responseSym, NonNil: true, Outcome: true})
}

// table returns what a map whose contents are known holds for a key that is not, and
// whether it holds something; nil if they are not known.
func (r *run) table(s *state, m, key *Term) (v, has *Term) {
	if r.ask == nil || key.Kind != Int && !key.Outcome {
		return nil, nil
	}
	obj := s.heap.at(m.plain())
	if obj == nil || obj.lost || m.plain().Kind != Obj {
		return nil, nil
	}
	vals := []*Term{key}
	flags := []*Term{key}
	none := r.nil()
	for _, p := range slices.Sorted(maps.Keys(obj.values)) {
		n, err := strconv.ParseInt(strings.Trim(p, "[]"), 10, 64)
		if err != nil {
			return nil, nil
		}
		switch v := obj.values[p]; v.Kind {
		case Bool:
			none = r.bool(false)
		case Int:
			none = r.int(0)
		}
		vals = append(vals, r.int(n), obj.values[p])
		flags = append(flags, r.int(n), r.bool(true))
	}
	vals = append(vals, none)
	flags = append(flags, r.bool(false))
	return r.cases(vals), r.cases(flags)
}

// cases returns the term of a table, the value itself if the key is known.
func (r *run) cases(args []*Term) *Term {
	if key := args[0]; key.Kind == Int {
		for i := 1; i+1 < len(args); i += 2 {
			if args[i] == key {
				return args[i+1]
			}
		}
		return args[len(args)-1]
	}
	return r.app(opCase, args...)
}

// askedCall executes the calls that matter to what an answer carries.
func (r *run) askedCall(s *state, in *ir.Instr, name string, args []*Term) (*Term, bool) {
	if r.ask == nil {
		return nil, false
	}
	switch name {
	case "fmt.Errorf":
		e := r.wrap(r.wrapped(s, args)...)
		if r.formats(s, args) {
			// Its text depends on the answer, whatever it wraps.
			told := *e
			told.Outcome, told.id = true, 0
			e = r.intern(told)
		}
		return e, true
	case "errors.New":
		return r.intern(Term{Kind: App, Name: name, Args: args, NonNil: true, Type: "*errors.errorString"}), true
	case "errors.Is":
		return r.errorIs(s, args[0], args[1]), true
	case "errors.As":
		return r.errorAs(s, in, args[0], args[1])
	case "errors.AsType":
		return r.errorAsType(s, in, args[0])
	case "errors.Unwrap":
		if inner := r.unwrap(s, args[0]); len(inner) == 1 {
			return inner[0], true
		}
		return nil, false
	case "slices.Index":
		return r.index(s, args)
	case "slices.Contains":
		at, ok := r.index(s, args)
		if !ok {
			return nil, false
		}
		return r.not(r.compare("<", at, r.int(0))), true
	case "strings.Contains", "strings.HasPrefix", "strings.HasSuffix":
		if args[1].Kind == Str && args[1].Name == "" {
			return r.bool(true), true
		}
		return nil, false
	}
	if len(args) == 0 {
		return nil, false
	}
	switch answer.Asked(name).Gives {
	case answer.Unwraps:
		errs, _ := r.chain(s, args[0])
		return errs[len(errs)-1], true
	case answer.GRPCStatus:
		st := r.app(opGRPC, args[0])
		if in.Callee.Results > 1 {
			return r.tuple(st, r.intern(Term{Kind: App, Name: opExtract, Int: 1, Args: []*Term{st}, Outcome: st.Outcome})), true
		}
		return st, true
	case answer.GRPCCode:
		of := args[0].plain()
		if of.Kind == App && of.Name == opGRPC {
			of = of.Args[0].plain()
		}
		if of.Kind == Nil {
			// The code of no error is OK.
			return r.int(0), true
		}
		return r.app(name, args...), true
	case answer.IsIn:
		if !answer.Asked(name).Guess {
			return r.app(name, args...), true
		}
	}
	return nil, false
}

// madeError executes the functions of other modules that make an error, or wrap the one
// that they are given.
func (r *run) madeError(s *state, in *ir.Instr, name string, args []*Term) (*Term, bool) {
	if len(args) == 0 {
		return nil, false
	}
	switch answer.Asked(name).Gives {
	case answer.Wraps:
		if args[0].Kind == Nil {
			return r.nil(), true
		}
		if args[0].NonNil {
			return r.wrap(args[0]), true
		}
	case answer.Makes:
		switch {
		case r.ask != nil:
			// Only what an error wraps tells answers apart.
			return r.wrap(), true
		case r.follow(s, name) == nil:
			return r.newError(in, "errors.New", args), true
		}
	}
	return nil, false
}

// wrap returns a new error that wraps some others.
func (r *run) wrap(inner ...*Term) *Term {
	t := Term{Kind: App, Name: opWrap, Args: inner, NonNil: true, Type: "*fmt.wrapError"}
	for _, e := range inner {
		t.Outcome, t.Call = t.Outcome || e.Outcome, t.Call || e.Call
	}
	r.methods[t.Type] = " Error Unwrap"
	return r.intern(t)
}

// wrapped returns the errors that fmt.Errorf wraps, given its arguments.
func (r *run) wrapped(s *state, args []*Term) []*Term {
	if len(args) != 2 || args[0].Kind != Str || args[1].Kind != Slice {
		return nil
	}
	var inner []*Term
	verb := int64(0)
	format := args[0].Name
	for i := 0; i+1 < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		for i+1 < len(format) && strings.IndexByte("+-# 0123456789.", format[i]) >= 0 {
			i++
		}
		if format[i] == '%' {
			continue
		}
		if format[i] == 'w' && verb < args[1].Int {
			inner = append(inner, r.load(s.heap, r.indexAddr(args[1], r.int(verb)), ir.Nil))
		}
		verb++
	}
	return inner
}

// formats reports whether the answer is among what fmt.Errorf prints, given its arguments.
func (r *run) formats(s *state, args []*Term) bool {
	if len(args) != 2 || args[1].Kind != Slice {
		return false
	}
	for i := range args[1].Int {
		if r.load(s.heap, r.indexAddr(args[1], r.int(i)), ir.Nil).Outcome {
			return true
		}
	}
	return false
}

// unwrap returns the errors directly within an error.
func (r *run) unwrap(s *state, e *Term) []*Term {
	switch {
	case e.Kind == App && (e.Name == opWrap || e.Name == string(Final) || e.Name == string(Retriable)):
		return e.Args
	case e.Type != "" && strings.Contains(r.methods[e.Type]+" ", " Unwrap "):
		var inner []*Term
		if obj := s.heap.at(e.plain()); obj != nil {
			for _, p := range slices.Sorted(maps.Keys(obj.values)) {
				if v := obj.values[p]; v.Type != "" || isLeaf(v) {
					inner = append(inner, v)
				}
			}
		}
		if st := e.plain(); st.Kind == Struct {
			for _, v := range st.Args {
				if v.Type != "" || isLeaf(v) {
					inner = append(inner, v)
				}
			}
		}
		return inner
	}
	return nil
}

// chain returns an error and all within it; known is false if there may be more.
func (r *run) chain(s *state, e *Term) (errs []*Term, known bool) {
	known = true
	work := []*Term{e}
	for len(work) > 0 && len(errs) < maxAppended {
		e := work[0]
		work = work[1:]
		errs = append(errs, e)
		if e.Type == "" && e.Kind != Nil {
			known = known && holdsNone(e)
			continue
		}
		work = append(work, r.unwrap(s, e)...)
	}
	return errs, known
}

// holdsNone reports whether an error is one to compare with, which has none within.
func holdsNone(e *Term) bool {
	if e.Kind != App {
		return false
	}
	return e.Name == "errors.New" || e.Name == opLoad && e.NonNil && e.Args[0].Kind == Sym && isSentinel(e.Args[0].Name)
}

// errorIs executes errors.Is.
func (r *run) errorIs(s *state, e, target *Term) *Term {
	errs, known := r.chain(s, e)
	if slices.Contains(errs, target) {
		return r.bool(true)
	}
	if known {
		hasIs := func(e *Term) bool { return strings.Contains(r.methods[e.Type]+" ", " Is ") }
		if !slices.ContainsFunc(errs, hasIs) {
			return r.bool(false)
		}
	}
	if i := slices.IndexFunc(errs, isLeaf); i >= 0 {
		return r.app("errors.Is", errs[i], target)
	}
	return r.app("errors.Is", e, target)
}

// errorAs executes errors.As; ok is false if nothing is known of the error.
func (r *run) errorAs(s *state, in *ir.Instr, e, ptr *Term) (is *Term, ok bool) {
	found, leaf, ok := r.find(s, in, e, strings.TrimPrefix(ptr.Type, "*"))
	if found != nil {
		s.heap.store(ptr, found)
	}
	switch {
	case leaf != nil && in.Interface:
		return r.app(opImplements+strings.TrimPrefix(ptr.Type, "*"), leaf), true
	case leaf != nil:
		return r.app("errors.As", leaf, ptr), true
	}
	return r.bool(found != nil), ok
}

// errorAsType executes errors.AsType; ok is false if nothing is known of the error.
func (r *run) errorAsType(s *state, in *ir.Instr, e *Term) (both *Term, ok bool) {
	found, leaf, ok := r.find(s, in, e, in.Type)
	is := r.bool(found != nil)
	if leaf != nil {
		is = r.app(asksType(in.Type, in.Interface), leaf)
	}
	if found == nil {
		found = r.intern(Term{Kind: Zero})
	}
	return r.tuple(found, is), ok
}

// asksType returns the operation that asks for the type of an error.
func asksType(typ string, isInterface bool) string {
	if isInterface {
		return opImplements + typ
	}
	return opIs + typ
}

// find looks for an error of a type in a chain of errors; found is nil if there is none.
// If it depends on an error of which the type is not known, leaf is that. ok is false if
// nothing is known of the chain.
func (r *run) find(s *state, in *ir.Instr, e *Term, target string) (found, leaf *Term, ok bool) {
	errs, known := r.chain(s, e)
	for _, e := range errs {
		if e.Type == "" {
			continue
		}
		if e.Type == target || in.Interface && in.Methods != "" && implements(r.methods[e.Type], in.Methods) {
			return e, nil, true
		}
	}
	if known {
		return nil, nil, true
	}
	if i := slices.IndexFunc(errs, isLeaf); i >= 0 {
		return r.as(errs[i], target), errs[i], true
	}
	return nil, nil, false
}

// as is an error seen as one of a type.
func (r *run) as(e *Term, typ string) *Term {
	return r.intern(Term{Kind: App, Name: opAs, Type: typ, Args: []*Term{e}, NonNil: true, Outcome: true})
}

// index executes slices.Index where the elements are known.
func (r *run) index(s *state, args []*Term) (*Term, bool) {
	if len(args) != 2 || args[0].Kind != Slice || args[0].Int > maxAppended || !args[1].Outcome {
		return nil, false
	}
	table := []*Term{args[1]}
	for i := range args[0].Int {
		v := r.load(s.heap, r.indexAddr(args[0], r.int(i)), ir.Int)
		if v.Kind != Int {
			return nil, false
		}
		table = append(table, v, r.int(i))
	}
	return r.cases(append(table, r.int(-1))), true
}
