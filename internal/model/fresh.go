package model

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/record"
)

// FreshKind says how an attempt is not bounded by what is left to the caller.
type FreshKind string

// The kinds of what is wrong with the time of an attempt.
const (
	// OwnTimeout is a timeout that does not derive from the caller's context.
	OwnTimeout FreshKind = "own timeout"
	// NoDeadline is a context that never ends where another is at hand.
	NoDeadline FreshKind = "no deadline"
	// NoContext is a call that is given no context where one is at hand.
	NoContext FreshKind = "no context"
	// OtherContext is a stored context where the caller hands one in.
	OtherContext FreshKind = "other context"
	// IgnoredContext is another context than the one that the retrier hands to what it
	// runs.
	IgnoredContext FreshKind = "ignored context"
	// WholeDeadline is a timeout of one attempt as long as what bounds all of them.
	WholeDeadline FreshKind = "whole deadline"
)

// Fresh is how an attempt of a site is not bounded by what is left to the caller.
type Fresh struct {
	Kind FreshKind
	// Call is the call that is given the time, as messages print it, and At where it is.
	Call string
	At   token.Pos
	// From is what the context begins with: "context.Background", "c.ctx".
	From string
	// Context is what is at hand instead, nil if there is nothing.
	Context *Ender
	// Instead is the function that takes a context where this one does not, "" if none
	// is known.
	Instead string
	// Timeout is the time that each attempt may take, in nanoseconds, 0 if it is not known;
	// Text is how the source writes it.
	Timeout int64
	Text    string
	// Bound is the time that all attempts together have, 0 if it is not known.
	Bound int64
}

// leaf is a call that an attempt makes and that leaves what can be followed.
type leaf struct {
	call ssa.CallInstruction
	in   *body
}

// maxBelow is the number of calls, one within the other, in which an attempt's context
// is looked for.
const maxBelow = 4

// fresh finds how attempts are not bounded by their callers.
func (p *pkg) fresh(res *Result) {
	for _, loop := range res.Loops {
		for _, site := range loop.Sites {
			if site.Construct == Retry && site.run != nil {
				leaves := p.leaves(site)
				site.Fresh = p.freshOf(loop, site, leaves)
				site.Timeout = p.timeoutOf(leaves)
			}
		}
	}
}

// timeoutOf returns the time that an attempt gets of its own, 0 if it is not known of
// each call that it consists of.
func (p *pkg) timeoutOf(leaves []leaf) int64 {
	total := int64(0)
	counted := make(map[*ssa.Call]bool)
	for _, l := range leaves {
		v := p.contextArg(l.call.Common())
		if v == nil {
			v = requestArg(l.call.Common())
		}
		if v == nil {
			return 0
		}
		longest := int64(0)
		var by *ssa.Call
		for _, o := range p.derivationsOf(v, l.in) {
			own := slices.IndexFunc(o.limits, func(l limit) bool { return l.each })
			if own < 0 {
				return 0
			}
			n, _ := o.limits[own].duration(p)
			if n <= 0 {
				return 0
			}
			if n > longest {
				longest, by = n, o.limits[own].call
			}
		}
		if longest == 0 {
			return 0
		}
		if !counted[by] {
			counted[by] = true
			total += longest
		}
	}
	return total
}

func (p *pkg) freshOf(loop *Loop, site *Site, leaves []leaf) *Fresh {
	at := p.enderAt(loop)
	if at != nil && !at.IsContext {
		at = nil
	}
	if at == nil && site.connects() {
		// It has no caller whose time it could take.
		return nil
	}
	// Where some of the calls surely leave the process, what may do so is no attempt of its own.
	surely := slices.ContainsFunc(leaves, p.isRemote)
	for _, l := range leaves {
		f := p.judge(l, site, at)
		if f == nil || surely && !p.isRemote(l) {
			continue
		}
		f.Call, f.At = p.text(l.call), l.call.Pos()
		f.Context = at
		if f.Bound == 0 {
			f.Bound = p.callersBound(site.found.call.Parent())
		}
		return f
	}
	return nil
}

func (p *pkg) isRemote(l leaf) bool { return p.summary(l.call.Common()).Remote == reach.Remote }

// leaves returns the calls that an attempt consists of, as far as they are in sight.
func (p *pkg) leaves(site *Site) []leaf {
	top := &body{fn: site.found.call.Parent(), loop: site.blocks}
	var found []leaf
	p.below(site.found.call, top, maxBelow, site.blocks == nil, &found)
	return found
}

// below adds the calls that a call ends in. What a retrier does beside running what it is
// given is told where it is declared.
func (p *pkg) below(call ssa.CallInstruction, in *body, depth int, retrier bool, found *[]leaf) {
	common := call.Common()
	if s := p.summary(common); s.Remote <= reach.Local {
		return
	}
	entered := false
	enter := func(fn *ssa.Function, given []ssa.Value) {
		if depth == 0 || fn == nil || fn.Package() != p.ssa || len(fn.Blocks) == 0 || in.around(fn) != nil {
			return
		}
		b := &body{fn: fn, given: given, from: in, each: true}
		before := len(*found)
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				if inner, ok := instr.(*ssa.Call); ok {
					p.below(inner, b, depth-1, false, found)
				}
			}
		}
		entered = entered || len(*found) > before
	}
	if !retrier {
		enter(common.StaticCallee(), common.Args)
	}
	for _, arg := range common.Args {
		if made, ok := handedFunction(arg).(*ssa.MakeClosure); ok {
			enter(made.Fn.(*ssa.Function), nil)
		}
	}
	if !entered && !retrier {
		*found = append(*found, leaf{call: call, in: in})
	}
}

// handedFunction returns the function value within a conversion.
func handedFunction(v ssa.Value) ssa.Value {
	if changed, ok := v.(*ssa.ChangeType); ok {
		return changed.X
	}
	return v
}

// judge says what is wrong with the time of a call, nil if nothing is or it is not known.
func (p *pkg) judge(l leaf, site *Site, at *Ender) *Fresh {
	v := p.contextArg(l.call.Common())
	if v == nil {
		v = requestArg(l.call.Common())
	}
	if v == nil {
		return p.withoutContext(l, at)
	}
	from := p.derivationsOf(v, l.in)
	if len(from) == 0 {
		return nil
	}
	var found *Fresh
	for _, o := range from {
		f := p.judgeDerivation(o, l, site, at)
		if f == nil {
			// On one of the ways it is as it should be, or not known.
			return nil
		}
		found = cmp.Or(found, f)
	}
	return found
}

func (p *pkg) judgeDerivation(o derivation, l leaf, site *Site, at *Ender) *Fresh {
	own := slices.IndexFunc(o.limits, func(l limit) bool { return l.each })
	overall := slices.IndexFunc(o.limits, func(l limit) bool { return !l.each })
	f := &Fresh{From: o.name}
	if own >= 0 {
		f.Timeout, f.Text = o.limits[own].duration(p)
	}
	if overall >= 0 {
		// One deadline bounds all attempts.
		f.Bound, _ = o.limits[overall].duration(p)
		if own >= 0 && f.Timeout > 0 && f.Bound > 0 && f.Timeout >= f.Bound {
			f.Kind = WholeDeadline
			return f
		}
		return nil
	}
	switch {
	case o.root == DetachedRoot && o.each, o.root == NoRoot && own >= 0:
		f.Kind = OwnTimeout
		if own < 0 {
			f.Kind = NoDeadline
		}
		return f
	case o.root == NoRoot && at != nil:
		f.Kind = NoDeadline
		return f
	case o.root == FieldRoot && at != nil && at.Root.Kind() == types.ParamVar && p.uses(site.Loop, at.Root):
		f.Kind = OtherContext
		return f
	case o.root == CallerRoot && p.dropsContext(o, l, site):
		f.Kind = IgnoredContext
		return f
	}
	return nil
}

// dropsContext reports whether a function literal that a retrier runs is handed a context
// that ends after the time which the retrier is given, and uses another.
func (p *pkg) dropsContext(o derivation, l leaf, site *Site) bool {
	if site.blocks != nil || o.param == nil {
		return false
	}
	run := l.in
	for run.from != nil && run.from.from != nil {
		run = run.from
	}
	handsOne := slices.ContainsFunc(run.fn.Params, func(param *ssa.Parameter) bool { return p.isContext(param.Type()) })
	if !handsOne || o.param.Parent() == run.fn {
		return false
	}
	for param := range site.found.call.Common().Signature().Params().Variables() {
		if name := strings.ToLower(param.Name()); isDuration(param.Type()) && (strings.Contains(name, "timeout") || strings.Contains(name, "deadline")) {
			return true
		}
	}
	return false
}

func isDuration(t types.Type) bool { return t.String() == "time.Duration" }

// withoutContext judges a call that is given no context.
func (p *pkg) withoutContext(l leaf, at *Ender) *Fresh {
	if at == nil {
		return nil
	}
	fn := calledFunc(l.call.Common())
	if fn == nil || fn.Pkg() == nil || p.sameModule(fn.Pkg().Path()) {
		return nil
	}
	if instead := p.takesContext(fn); instead != "" && !p.carries(l.call.Common()) {
		return &Fresh{Kind: NoContext, Instead: instead}
	}
	return nil
}

// calledFunc returns the function or interface method that is called.
func calledFunc(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	if fn := c.StaticCallee(); fn != nil {
		f, _ := fn.Object().(*types.Func)
		return f
	}
	return nil
}

// takesContext returns the function that does what fn does and takes a context, "" if
// none is known.
func (p *pkg) takesContext(fn *types.Func) string {
	if other, ok := withContext[fn.FullName()]; ok {
		return other
	}
	for _, ending := range []string{"Context", "WithContext", "Ctx"} {
		name := fn.Name() + ending
		var obj types.Object
		if recv := fn.Signature().Recv(); recv != nil {
			obj, _, _ = types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg(), name)
		} else {
			obj = fn.Pkg().Scope().Lookup(name)
		}
		if other, ok := obj.(*types.Func); ok {
			for param := range other.Signature().Params().Variables() {
				if p.isContext(param.Type()) {
					return name
				}
			}
		}
	}
	return ""
}

// withContext names, for functions of the standard library, what does the same with a
// context where that has another name. Source: the packages' documentation, Go 1.26.
var withContext = map[string]string{
	"net/http.Get": "http.NewRequestWithContext", "(*net/http.Client).Get": "http.NewRequestWithContext",
	"net/http.Head": "http.NewRequestWithContext", "(*net/http.Client).Head": "http.NewRequestWithContext",
	"net/http.Post": "http.NewRequestWithContext", "(*net/http.Client).Post": "http.NewRequestWithContext",
	"net/http.PostForm": "http.NewRequestWithContext", "(*net/http.Client).PostForm": "http.NewRequestWithContext",
	"net.Dial": "(*net.Dialer).DialContext", "net.DialTimeout": "(*net.Dialer).DialContext",
	"crypto/tls.Dial": "(*tls.Dialer).DialContext", "crypto/tls.DialWithDialer": "(*tls.Dialer).DialContext",
	"net.LookupHost": "(*net.Resolver).LookupHost", "net.LookupIP": "(*net.Resolver).LookupIP", "net.LookupAddr": "(*net.Resolver).LookupAddr",
	"net.LookupCNAME": "(*net.Resolver).LookupCNAME", "net.LookupMX": "(*net.Resolver).LookupMX", "net.LookupNS": "(*net.Resolver).LookupNS",
	"net.LookupSRV": "(*net.Resolver).LookupSRV", "net.LookupTXT": "(*net.Resolver).LookupTXT",
}

// carries reports whether what a call is made on, or given, was made with a context.
func (p *pkg) carries(call *ssa.CallCommon) bool {
	seen := make(map[ssa.Value]bool)
	var made func(v ssa.Value) bool
	made = func(v ssa.Value) bool {
		if seen[v] || len(seen) > maxSteps {
			return false
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Call:
			if p.contextArg(&v.Call) != nil {
				return true
			}
			return slices.ContainsFunc(v.Call.Args, made) || v.Call.IsInvoke() && made(v.Call.Value)
		case *ssa.Extract:
			return made(v.Tuple)
		case *ssa.Phi:
			return slices.ContainsFunc(v.Edges, made)
		case *ssa.UnOp:
			return made(v.X)
		case *ssa.MakeInterface:
			return made(v.X)
		}
		return false
	}
	return slices.ContainsFunc(call.Args, made) || call.IsInvoke() && made(call.Value)
}

// callersBound returns the shortest time that a caller in this package gives a function,
// in nanoseconds, 0 if none is known.
func (p *pkg) callersBound(fn *ssa.Function) int64 {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	shortest := int64(0)
	for _, caller := range p.funcs {
		for _, b := range caller.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || call.Call.StaticCallee() != fn {
					continue
				}
				if n := p.boundOf(call, caller); n > 0 && (shortest == 0 || n < shortest) {
					shortest = n
				}
			}
		}
	}
	return shortest
}

// boundOf returns the time that the context in a call has, 0 if it is not known.
func (p *pkg) boundOf(call *ssa.Call, caller *ssa.Function) int64 {
	ctx := p.contextArg(&call.Call)
	if ctx == nil {
		return 0
	}
	longest := int64(0)
	for _, o := range p.derivationsOf(ctx, &body{fn: caller}) {
		shortest := int64(0)
		for _, l := range o.limits {
			if n, _ := l.duration(p); n > 0 && (shortest == 0 || n < shortest) {
				shortest = n
			}
		}
		if shortest == 0 {
			return 0
		}
		longest = max(longest, shortest)
	}
	return longest
}

// Confidence returns how sure a finding about a site is. That a call takes no context does not
// say that nothing else bounds it, and one that only asks whether something answers is short.
func (f *Fresh) Confidence(site *Site) record.Confidence {
	c := site.Op.confidence()
	switch {
	case f.Kind == NoContext && site.Probe:
		return record.Low
	case f.Kind == NoContext && c == record.High:
		return record.Medium
	}
	return c
}

// Arithmetic returns the worst case in time as messages print it, with a colon before it;
// the timeout alone in brackets where attempts or time are not known, "" if that is not
// known either.
func (f *Fresh) Arithmetic(site *Site) string {
	switch {
	case f.Kind == WholeDeadline:
		return fmt.Sprintf(" (%s of %s)", exec.DurationText(f.Timeout), exec.DurationText(f.Bound))
	case f.Timeout <= 0 && f.Text == "":
		return ""
	case f.Timeout <= 0:
		return " (" + f.Text + ")"
	case site.Attempts.Kind != Exact, f.Timeout > math.MaxInt64/2/site.Attempts.N:
		return " (" + exec.DurationText(f.Timeout) + ")"
	}
	sum := site.Attempts.N * f.Timeout
	text := fmt.Sprintf(": %d × %s", site.Attempts.N, exec.DurationText(f.Timeout))
	switch {
	case site.Waits > 0:
		text = fmt.Sprintf("%s + waits %s = %s", text, exec.DurationText(site.Waits), exec.DurationText(sum+site.Waits))
	case site.Waits == 0:
		text = fmt.Sprintf("%s = %s", text, exec.DurationText(sum))
	default:
		text = fmt.Sprintf("%s = %s and the waits", text, exec.DurationText(sum))
	}
	if f.Bound > 0 {
		text += ", where a caller gives " + exec.DurationText(f.Bound)
	}
	return text
}
