package model

import (
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/chain"
	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/lower"
	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/rulename"
)

// summarizer makes summaries of the functions of a package.
type summarizer struct {
	*pkg
	// sites are the sites that repeat a call, the outermost first.
	sites map[ssa.CallInstruction][]*Site
	// handed are the sites that repeat what a call hands in as a whole.
	handed map[ssa.CallInstruction][]*Site
	// retriers are the calls of functions that were seen to run what they are given
	// again.
	retriers map[ssa.CallInstruction]bool
	// closing are the calls that start a function over, which its sites count.
	closing map[ssa.CallInstruction]bool
	// asking are the calls that ask the answer of a call for its error.
	asking map[ssa.CallInstruction]*ssa.Call
	// made are the function literals as the functions around them make them.
	made map[*ssa.Function]*ssa.MakeClosure
	// source tells what ends a site.
	source *source
	// visiting are the values that are being looked at.
	visiting map[ssa.Value]bool
	// known are the summaries of other packages; givesOf are the marks of the errors of
	// functions of this one.
	known   *summaries
	givesOf map[*ssa.Function][]string
}

func newSummarizer(known *summaries, loops []*Loop) *summarizer {
	p := known.pkg
	s := &summarizer{
		known:    known,
		givesOf:  make(map[*ssa.Function][]string),
		pkg:      p,
		sites:    make(map[ssa.CallInstruction][]*Site),
		handed:   make(map[ssa.CallInstruction][]*Site),
		retriers: make(map[ssa.CallInstruction]bool),
		closing:  make(map[ssa.CallInstruction]bool),
		asking:   make(map[ssa.CallInstruction]*ssa.Call),
		made:     make(map[*ssa.Function]*ssa.MakeClosure),
		visiting: make(map[ssa.Value]bool),
	}
	for _, fn := range p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.MakeClosure:
					s.made[instr.Fn.(*ssa.Function)] = instr
				case *ssa.Call:
					if !reach.ReturnsError(instr.Call.Signature()) {
						continue
					}
					if asked := p.answerOf(instr); asked != nil {
						s.asking[asked] = instr
					}
				}
			}
		}
	}
	for _, loop := range loops {
		for _, site := range loop.Sites {
			s.note(site)
		}
	}
	return s
}

// note finds the call that a site repeats.
func (s *summarizer) note(site *Site) {
	c := site.found
	counts := site.Construct == Retry
	switch {
	case site.retrier != nil:
		s.retriers[site.retrier] = true
		switch {
		case !counts:
		case c.attempt == site.retrier:
			s.handed[site.retrier] = append(s.handed[site.retrier], site)
		case len(c.into) > 1:
			// The attempt is made further down, on behalf of a call in the literal.
			for _, call := range callsOf(c.into[0], c.into[1]) {
				s.repeat(site, call)
			}
		default:
			s.repeat(site, c.attempt)
		}
	case !counts:
	default:
		if site.closing != nil {
			s.closing[site.closing] = true
		}
		s.repeat(site, c.call)
	}
}

// repeat notes that a site repeats a call, once for each loop: of one loop there may be a
// site for the call and another for what the call calls.
func (s *summarizer) repeat(site *Site, call ssa.CallInstruction) {
	if slices.ContainsFunc(s.sites[call], func(other *Site) bool { return other.Loop == site.Loop }) {
		return
	}
	// Inner loops come before those around them.
	s.sites[call] = append([]*Site{site}, s.sites[call]...)
}

// callsOf returns the calls of a function in another.
func callsOf(in, callee *ssa.Function) []ssa.CallInstruction {
	var calls []ssa.CallInstruction
	for _, b := range in.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && call.Common().StaticCallee() == callee {
				calls = append(calls, call)
			}
		}
	}
	return calls
}

// summarize returns the summary of a function, and with the number of each of its sites
// the site.
func (s *summarizer) summarize(fn *ssa.Function) (sum chain.Summary, numbers map[*Site]int) {
	sum = chain.Summary{Name: lower.FuncName(fn), Pkg: s.pass.Pkg.Path(), Params: int32(len(fn.Params))}
	numbers = make(map[*Site]int)
	number := func(sites []*Site) []int32 {
		var found []int32
		for _, site := range sites {
			n, ok := numbers[site]
			if !ok {
				n = len(sum.Sites)
				numbers[site] = n
				sum.Sites = append(sum.Sites, s.siteOf(fn, site))
			}
			found = append(found, int32(n))
		}
		return found
	}
	var instrs []ssa.CallInstruction
	add := func(instr ssa.CallInstruction, call chain.Call) {
		call.Line, call.Pos = s.line(instr.Pos()), instr.Pos()
		sum.Calls = append(sum.Calls, call)
		instrs = append(instrs, instr)
	}
	var awaited *goroutines
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || s.closing[call] {
				continue
			}
			sites := s.sites[call]
			if asking := s.asking[call]; asking != nil {
				sites = append(slices.Clone(s.sites[asking]), sites...)
			}
			if started, isGo := instr.(*ssa.Go); isGo && len(sites) == 0 {
				if awaited == nil {
					awaited = goroutinesOf(fn)
				}
				if !awaited.waitsFor(started) {
					// Nobody waits for it: its failure comes back to nobody.
					continue
				}
			}
			for _, c := range s.calls(call) {
				for _, around := range alternatives(append(slices.Clone(sites), c.sites...)) {
					one := c.Call
					one.Sites = number(around)
					if c.isOwn {
						s.tried(&sum, &one, call, around)
						s.toldMethod(&sum, &one, call)
					}
					add(call, one)
				}
			}
		}
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			s.results(&sum, ret)
		}
	}
	s.together(instrs, sum.Calls)
	s.told(&sum, fn)
	sum.Gives = s.given(sum.Pkg, sum.Name)
	return sum, numbers
}

// alternatives parts the sites around a call into those that multiply: where a function is
// handed to several retriers, one after the other or one instead of the other, each of them
// repeats it by itself.
func alternatives(sites []*Site) [][]*Site {
	var retriers []ssa.CallInstruction
	for _, site := range sites {
		if site.retrier != nil && !slices.Contains(retriers, site.retrier) {
			retriers = append(retriers, site.retrier)
		}
	}
	if len(retriers) < 2 {
		return [][]*Site{sites}
	}
	parts := make([][]*Site, len(retriers))
	for i, retrier := range retriers {
		for _, site := range sites {
			if site.retrier == nil || site.retrier == retrier {
				parts[i] = append(parts[i], site)
			}
		}
	}
	return parts
}

// noted is a call with the sites that repeat it beside those of its instruction; isOwn
// says that it is what the instruction itself calls.
type noted struct {
	chain.Call
	sites []*Site
	isOwn bool
}

// calls returns what a call instruction calls, by itself and through what it hands in;
// nothing if none of it can matter.
func (s *summarizer) calls(instr ssa.CallInstruction) []noted {
	c := instr.Common()
	if _, isBuiltin := c.Value.(*ssa.Builtin); isBuiltin {
		return nil
	}
	var found []noted
	isRetrier := s.retriers[instr]
	if isRetrier {
		for _, arg := range c.Args {
			if isFunc(arg.Type()) {
				found = append(found, noted{Call: chain.Call{Callee: s.value(arg)}, sites: s.handed[instr]})
			}
		}
	}
	own := s.summary(c)
	call := chain.Call{Level: uint8(own.Remote)}
	if !cuts(c) {
		for _, arg := range c.Args {
			v := chain.Value{}
			if !(isRetrier && isFunc(arg.Type())) {
				v = s.value(arg)
			}
			call.Args = append(call.Args, v)
		}
		for len(call.Args) > 0 && call.Args[len(call.Args)-1].Kind == chain.Unknown {
			call.Args = call.Args[:len(call.Args)-1]
		}
	}
	switch callee := c.StaticCallee(); {
	case c.IsInvoke():
		if c.Method.Pkg() == nil || reach.IsStandard(c.Method.Pkg().Path()) && own.Remote == reach.Local || own.Remote == reach.Local && !reach.ReturnsError(c.Signature()) {
			return found
		}
		call.Method, call.Pkg = c.Method.Origin().FullName(), c.Method.Pkg().Path()
		call.Callee = s.value(c.Value)
	case callee != nil:
		call.Callee = s.value(c.Value)
		call.Level = uint8(s.alone(c).Remote)
		if reach.IsStandard(lower.PkgPath(callee)) && call.Level == 0 && !slices.ContainsFunc(call.Args, handsFunc) {
			return found
		}
	default:
		call.Callee = s.value(c.Value)
		if call.Callee.Kind == chain.Unknown && call.Level == 0 {
			return found
		}
	}
	call.Op = s.text(instr)
	return append(found, noted{Call: call, isOwn: true})
}

// alone returns what is known of a call but for what it hands in.
func (s *summarizer) alone(c *ssa.CallCommon) reach.Summary {
	sum := s.functionSummary(c.StaticCallee())
	if child := s.reach.ChildProcess(c.Pos()); child.Remote > sum.Remote {
		sum.Remote = child.Remote
	}
	return sum
}

func handsFunc(v chain.Value) bool { return v.Kind == chain.Func || v.Kind == chain.Param }

// cuts reports whether what a call hands in is run later, when nobody waits for it.
func cuts(c *ssa.CallCommon) bool {
	callee := c.StaticCallee()
	return callee != nil && (callee.String() == "time.AfterFunc" || callee.String() == "context.AfterFunc")
}

func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// siteOf describes a site.
func (s *summarizer) siteOf(fn *ssa.Function, site *Site) chain.Site {
	pos := s.pass.Fset.Position(site.Loop.From)
	out := chain.Site{File: filepath.Base(pos.Filename), Line: int32(pos.Line), Stops: s.stops(site), Picks: site.picks(), Low: site.Probe}
	out.Waits, out.Timeout = site.Waits, site.Timeout
	if from := s.source.bound(site); len(from) > 0 {
		out.Ends = from[0].Text
	}
	out.Ignored = s.cfg.Directives.Ignored(rulename.Chains, site.Loop.From)
	if site.retrier != nil {
		if n := s.said(declared(site.retrier.Common().StaticCallee())).Attempts; n > 0 {
			out.Bound.N, out.Origin = int64(n), fromAttempts
			return out
		}
	}
	switch a := &site.Attempts; a.Kind {
	case Exact, TimeBounded:
		out.Bound.N = a.N
	case Unbounded:
		out.Bound.Unbounded = true
	default:
		out.Bound.Text = a.Text
		if a.Hole != nil && a.Slope != 0 {
			out.Bound.Slope, out.Bound.Offset, out.Bound.Default = a.Slope, a.Offset, a.Default
			out.Bound.Hole = s.hole(fn, a.Hole)
		}
	}
	return out
}

// hole returns an unknown number as a value of a function.
func (s *summarizer) hole(fn *ssa.Function, t *exec.Term) chain.Value {
	for i, param := range fn.Params {
		if t.IsParam(param.Name()) {
			return chain.Value{Kind: chain.Param, N: int64(i)}
		}
		if path, ok := t.FieldOf(param.Name()); ok {
			v := chain.Value{Kind: chain.Param, N: int64(i)}
			typ := param.Type()
			for _, field := range path {
				st := structOf(typ)
				if st == nil {
					return chain.Value{}
				}
				v = fieldOf(v, typ, field)
				typ = nil
				for f := range st.Fields() {
					if f.Name() == field {
						typ = f.Type()
					}
				}
				if typ == nil {
					return chain.Value{}
				}
			}
			return v
		}
	}
	return chain.Value{}
}

func structOf(t types.Type) *types.Struct {
	if t == nil {
		return nil
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}

// fieldOf returns a field of a value of some struct type, or of a pointer to one.
func fieldOf(v chain.Value, t types.Type, field string) chain.Value {
	out := chain.Value{Kind: chain.Field, Fields: []string{field}, Of: []chain.Value{v}}
	if obj := typeName(t); obj != nil && obj.Pkg() != nil {
		out.Name, out.Pkg = obj.Pkg().Path()+"."+obj.Name()+"."+field, obj.Pkg().Path()
	}
	return out
}

// maxValueDepth is the number of steps from one value to those it is made of.
const maxValueDepth = 6

// value returns what a function knows of a value of its own.
func (s *summarizer) value(v ssa.Value) chain.Value { return s.valueOf(v, maxValueDepth) }

func (s *summarizer) valueOf(v ssa.Value, depth int) chain.Value {
	if depth == 0 || s.visiting[v] || !matters(v.Type()) {
		return chain.Value{}
	}
	s.visiting[v] = true
	defer delete(s.visiting, v)
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.Int {
			if n, exact := constant.Int64Val(v.Value); exact {
				return chain.Value{Kind: chain.Int, N: n}
			}
		}
	case *ssa.Parameter:
		return chain.Value{Kind: chain.Param, N: int64(slices.Index(v.Parent().Params, v))}
	case *ssa.FreeVar:
		return chain.Value{Kind: chain.Param, N: int64(len(v.Parent().Params) + slices.Index(v.Parent().FreeVars, v))}
	case *ssa.Function:
		return funcValue(v)
	case *ssa.MakeClosure:
		return s.closure(v, depth)
	case *ssa.MakeInterface:
		return s.typed(v, depth)
	case *ssa.ChangeInterface:
		return s.valueOf(v.X, depth)
	case *ssa.ChangeType:
		return s.valueOf(v.X, depth)
	case *ssa.Convert:
		return s.valueOf(v.X, depth)
	case *ssa.TypeAssert:
		return s.valueOf(v.X, depth)
	case *ssa.Alloc:
		return s.allocated(v, depth)
	case *ssa.Global:
		if v.Pkg != nil {
			return chain.Value{Kind: chain.Global, Name: v.String(), Pkg: v.Pkg.Pkg.Path()}
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return s.valueOf(v.X, depth)
		}
	case *ssa.FieldAddr:
		return fieldOf(s.valueOf(v.X, depth-1), v.X.Type(), structOf(v.X.Type()).Field(v.Field).Name())
	case *ssa.Field:
		return fieldOf(s.valueOf(v.X, depth-1), v.X.Type(), structOf(v.X.Type()).Field(v.Field).Name())
	case *ssa.Phi:
		return s.anyOf(v.Edges, depth)
	case *ssa.Call:
		return s.returned(v, 0, depth)
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.Call:
			return s.returned(tuple, v.Index, depth)
		case *ssa.TypeAssert:
			if v.Index == 0 {
				return s.valueOf(tuple.X, depth)
			}
		}
	}
	return chain.Value{}
}

// matters reports whether values of a type can say what is called, or how often.
func matters(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsInteger != 0
	case *types.Signature, *types.Struct:
		return true
	case *types.Interface:
		return u.NumMethods() > 0 && !lower.IsContext(t) && t.String() != "error"
	case *types.Pointer:
		return matters(u.Elem())
	}
	return false
}

func funcValue(fn *ssa.Function) chain.Value {
	return chain.Value{Kind: chain.Func, Name: lower.FuncName(fn), Pkg: lower.PkgPath(fn)}
}

func (s *summarizer) closure(v *ssa.MakeClosure, depth int) chain.Value {
	fn := v.Fn.(*ssa.Function)
	out := funcValue(fn)
	if strings.HasPrefix(fn.Synthetic, "bound method wrapper") {
		out.N = chain.Bound1
		if types.IsInterface(v.Bindings[0].Type()) {
			out.N = chain.BoundInterface
		}
	}
	for _, b := range v.Bindings {
		out.Of = append(out.Of, s.valueOf(b, depth-1))
	}
	return out
}

// typed returns a value that becomes an interface value.
func (s *summarizer) typed(v *ssa.MakeInterface, depth int) chain.Value {
	obj := typeName(v.X.Type())
	if obj == nil || obj.Pkg() == nil {
		return chain.Value{}
	}
	out := chain.Value{Kind: chain.Typed, Pkg: obj.Pkg().Path(), Name: nameOf(v.X.Type(), obj), Of: []chain.Value{{}}}
	if isFunc(v.X.Type()) {
		// A function type with methods: what the method calls is the function.
		out.Kind = chain.Object
		out.Fields = []string{chain.Itself}
		out.Of = []chain.Value{s.valueOf(v.X, depth-1)}
		return out
	}
	out.Of[0] = s.valueOf(v.X, depth-1)
	return out
}

// nameOf returns the name of a type as method names have it.
func nameOf(t types.Type, obj types.Object) string {
	name := obj.Pkg().Path() + "." + obj.Name()
	if _, ok := t.(*types.Pointer); ok {
		name = "*" + name
	}
	return name
}

// allocated returns what a variable of a function holds.
func (s *summarizer) allocated(v *ssa.Alloc, depth int) chain.Value {
	elem := v.Type().Underlying().(*types.Pointer).Elem()
	whole := storedTo(v)
	fields := make(map[string][]ssa.Value)
	for _, ref := range *v.Referrers() {
		if field, ok := ref.(*ssa.FieldAddr); ok {
			if values := storedTo(field); len(values) > 0 {
				name := structOf(v.Type()).Field(field.Field).Name()
				fields[name] = append(fields[name], values...)
			}
		}
	}
	if len(fields) == 0 && len(whole) > 0 {
		return s.anyOf(whole, depth)
	}
	obj := typeName(elem)
	if structOf(elem) == nil || obj == nil || obj.Pkg() == nil {
		return chain.Value{}
	}
	out := chain.Value{Kind: chain.Object, Name: "*" + nameOf(elem, obj), Pkg: obj.Pkg().Path()}
	st := structOf(elem)
	for f := range st.Fields() {
		if vals := fields[f.Name()]; len(vals) > 0 {
			if held := s.anyOf(vals, depth-1); held.Kind != chain.Unknown {
				out.Fields = append(out.Fields, f.Name())
				out.Of = append(out.Of, held)
			}
		}
	}
	return out
}

func (s *summarizer) anyOf(vs []ssa.Value, depth int) chain.Value {
	if len(vs) == 1 {
		return s.valueOf(vs[0], depth)
	}
	out := chain.Value{Kind: chain.Any}
	for _, v := range vs {
		if c, ok := v.(*ssa.Const); ok && c.Value == nil {
			// Nil calls nothing.
			continue
		}
		out.Of = append(out.Of, s.valueOf(v, depth-1))
	}
	switch len(out.Of) {
	case 0:
		return chain.Value{}
	case 1:
		return out.Of[0]
	}
	return out
}

// returned returns what a call returns.
func (s *summarizer) returned(v *ssa.Call, n, depth int) chain.Value {
	callee := v.Call.StaticCallee()
	if v.Call.IsInvoke() || callee != nil && reach.IsStandard(lower.PkgPath(callee)) {
		return chain.Value{}
	}
	if _, isBuiltin := v.Call.Value.(*ssa.Builtin); isBuiltin {
		return chain.Value{}
	}
	f := s.valueOf(v.Call.Value, depth-1)
	if f.Kind == chain.Unknown {
		return f
	}
	out := chain.Value{Kind: chain.Result, N: int64(n), Of: []chain.Value{f}}
	for _, arg := range v.Call.Args {
		out.Of = append(out.Of, s.valueOf(arg, depth-1))
	}
	return out
}

// results adds to a summary what one return statement returns.
func (s *summarizer) results(sum *chain.Summary, ret *ssa.Return) {
	for i, r := range ret.Results {
		if i == len(sum.Results) {
			sum.Results = append(sum.Results, chain.Value{})
		}
		v := s.value(r)
		if _, isInt := r.Type().Underlying().(*types.Basic); isInt || v.Kind == chain.Unknown {
			continue
		}
		switch have := &sum.Results[i]; have.Kind {
		case chain.Unknown:
			*have = v
		case chain.Any:
			have.Of = append(have.Of, v)
		default:
			*have = chain.Value{Kind: chain.Any, Of: []chain.Value{*have, v}}
		}
	}
}

func (s *summarizer) line(pos token.Pos) int32 { return int32(s.pass.Fset.Position(pos).Line) }
