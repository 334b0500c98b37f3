package model

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A context or request is followed back, within the package, from where it is used to
// where it comes from. What is asked is whether that happens anew for each attempt, so
// each body on the way knows whether it runs once or in each attempt.

// body is a function body that is looked at, with what it is given.
type body struct {
	fn *ssa.Function
	// given are the arguments of the call that leads here, nil if they are not known.
	given []ssa.Value
	// from is the body that the call stands in, or that made the closure.
	from *body
	// each says that it runs in each attempt, loop which blocks of it do.
	each bool
	loop map[int]bool
}

// inEach reports whether an instruction is executed anew for each attempt.
func (b *body) inEach(instr ssa.Instruction) bool {
	return b.each || b.loop[instr.Block().Index]
}

// around returns the body on the way that is fn, nil if there is none.
func (b *body) around(fn *ssa.Function) *body {
	for ; b != nil; b = b.from {
		if b.fn == fn {
			return b
		}
	}
	return nil
}

// Root says what a context begins with.
type Root uint8

// The roots.
const (
	// UnknownRoot is one that is not followed.
	UnknownRoot Root = iota
	// CallerRoot is a context that the function around the site was given, or that was
	// made there for all attempts together.
	CallerRoot
	// FieldRoot is one that is kept in a struct.
	FieldRoot
	// NoRoot is a context that nobody ends: context.Background and its like.
	NoRoot
	// DetachedRoot is one whose caller was cut off: context.WithoutCancel.
	DetachedRoot
)

// derivation is where a context comes from.
type derivation struct {
	root Root
	// name is how the root is called: "context.Background", "c.ctx".
	name string
	// param is the parameter that it is, nil if it is none.
	param *ssa.Parameter
	// each says that a detached root is made for each attempt.
	each bool
	// limits are the calls that make it end after a time, the nearest first.
	limits []limit
}

// limit is a call that gives a context an end.
type limit struct {
	call *ssa.Call
	in   *body
	each bool
}

// contexts follows contexts back.
type contexts struct {
	*pkg
	seen map[ssa.Value]bool
}

// maxSteps is the number of steps from a context back to where it comes from.
const maxSteps = 60

// derivationsOf returns what a context, or the context of a request, may be derived from,
// one on each way.
func (p *pkg) derivationsOf(v ssa.Value, in *body) []derivation {
	c := &contexts{pkg: p, seen: make(map[ssa.Value]bool)}
	return c.follow(v, in)
}

func unknown(name string) []derivation { return []derivation{{name: name}} }

// follow returns the derivations of v, a context or a request.
func (c *contexts) follow(v ssa.Value, in *body) []derivation {
	if c.seen[v] || len(c.seen) > maxSteps {
		// What is overwritten with what is derived from itself adds nothing.
		return nil
	}
	c.seen[v] = true
	switch v := v.(type) {
	case *ssa.Parameter:
		return c.parameter(v, in)
	case *ssa.FreeVar:
		return c.captured(v, in)
	case *ssa.Phi:
		var all []derivation
		for _, edge := range v.Edges {
			all = append(all, c.follow(edge, in)...)
		}
		return all
	case *ssa.MakeInterface:
		return c.follow(v.X, in)
	case *ssa.ChangeInterface:
		return c.follow(v.X, in)
	case *ssa.ChangeType:
		return c.follow(v.X, in)
	case *ssa.TypeAssert:
		return c.follow(v.X, in)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return c.call(call, v.Index, in)
		}
	case *ssa.Call:
		return c.call(v, 0, in)
	case *ssa.UnOp:
		return c.held(v.X, in)
	case *ssa.FieldAddr:
		return c.held(v, in)
	case *ssa.Alloc:
		return c.held(v, in)
	}
	return unknown("")
}

// parameter follows what the body was given.
func (c *contexts) parameter(v *ssa.Parameter, in *body) []derivation {
	b := in.around(v.Parent())
	i := slices.Index(v.Parent().Params, v)
	switch {
	case b == nil || b.from == nil:
		return []derivation{{root: CallerRoot, name: v.Name(), param: v}}
	case i >= 0 && i < len(b.given):
		return c.follow(b.given[i], b.from)
	}
	// Whoever runs the closure decides.
	return []derivation{{root: CallerRoot, name: v.Name(), param: v}}
}

// captured follows what a closure captured.
func (c *contexts) captured(v *ssa.FreeVar, in *body) []derivation {
	bound := boundTo(v)
	if bound == nil {
		return unknown(v.Name())
	}
	outer := v.Parent().Parent()
	from := in.around(outer)
	if from == nil {
		from = &body{fn: outer}
	}
	return c.follow(bound, from)
}

// boundTo returns what a captured variable is in the function that makes the closure, nil
// if it is not known.
func boundTo(v *ssa.FreeVar) ssa.Value {
	outer := v.Parent().Parent()
	if outer == nil {
		return nil
	}
	made := closure(outer, v.Parent())
	i := slices.Index(v.Parent().FreeVars, v)
	if made == nil || i < 0 {
		return nil
	}
	return made.Bindings[i]
}

// closure returns where a function makes a closure, nil if it does not.
func closure(outer, fn *ssa.Function) *ssa.MakeClosure {
	for _, b := range outer.Blocks {
		for _, instr := range b.Instrs {
			if made, ok := instr.(*ssa.MakeClosure); ok && made.Fn == fn {
				return made
			}
		}
	}
	return nil
}

// held follows what is stored at an address.
func (c *contexts) held(addr ssa.Value, in *body) []derivation {
	switch addr := addr.(type) {
	case *ssa.FreeVar:
		return c.captured(addr, in)
	case *ssa.Alloc:
		return c.stored(addr, in)
	case *ssa.FieldAddr:
		if c.isContext(addr.X.Type()) {
			// A context with more to it embeds one.
			return c.follow(addr.X, in)
		}
		if alloc, ok := addr.X.(*ssa.Alloc); ok {
			for _, ref := range *alloc.Referrers() {
				if field, ok := ref.(*ssa.FieldAddr); ok && field.Field == addr.Field {
					if stored := c.stored(field, in); stored != nil {
						return stored
					}
				}
			}
		}
		return []derivation{{root: FieldRoot, name: c.fieldText(addr)}}
	}
	return unknown("")
}

// fieldText returns a field as the source writes it, its name if that is not known.
func (c *contexts) fieldText(addr *ssa.FieldAddr) string {
	name := fieldName(addr)
	base := addr.X
	if load, ok := base.(*ssa.UnOp); ok {
		base = load.X
	}
	switch base := base.(type) {
	case *ssa.FieldAddr:
		outer := c.fieldText(base)
		if isEmbedded(base) {
			outer = outer[:max(strings.LastIndexByte(outer, '.'), 0)]
		}
		return strings.TrimPrefix(outer+"."+name, ".")
	case *ssa.Parameter, *ssa.FreeVar:
		return base.Name() + "." + name
	case *ssa.Alloc:
		if base.Comment != "" {
			return base.Comment + "." + name
		}
	}
	return name
}

// isEmbedded reports whether a field goes by its type alone: the source need not name it.
func isEmbedded(addr *ssa.FieldAddr) bool { return fieldVar(addr).Embedded() }

// stored follows all that is stored to a variable or a field of one, in its function
// and the closures there.
func (c *contexts) stored(addr ssa.Value, in *body) []derivation {
	var all []derivation
	var stores func(addr ssa.Value, in *body)
	stores = func(addr ssa.Value, in *body) {
		for _, ref := range *addr.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr == addr {
					all = append(all, c.follow(ref.Val, in)...)
				}
			case *ssa.MakeClosure:
				fn := ref.Fn.(*ssa.Function)
				inner := in.around(fn)
				for i, binding := range ref.Bindings {
					if binding != addr || i >= len(fn.FreeVars) {
						continue
					}
					if inner == nil {
						inner = &body{fn: fn, from: in}
					}
					stores(fn.FreeVars[i], inner)
				}
			}
		}
	}
	at := in
	if instr, ok := addr.(ssa.Instruction); ok {
		if b := in.around(instr.Parent()); b != nil {
			at = b
		}
	}
	stores(addr, at)
	return all
}

// call follows the i-th result of a call.
func (c *contexts) call(call *ssa.Call, i int, in *body) []derivation {
	in = c.at(call, in)
	common := &call.Call
	name := calleeName(common)
	switch name {
	case "context.Background", "context.TODO":
		return []derivation{{root: NoRoot, name: name}}
	case "context.WithoutCancel":
		return []derivation{{root: DetachedRoot, name: name, each: in.inEach(call)}}
	case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause":
		all := c.follow(common.Args[0], in)
		for k := range all {
			all[k].limits = append([]limit{{call: call, in: in, each: in.inEach(call)}}, all[k].limits...)
		}
		return all
	case "context.WithCancel", "context.WithCancelCause", "os/signal.NotifyContext":
		if !in.inEach(call) {
			// Somebody ends it for all attempts.
			return []derivation{{root: CallerRoot, name: name}}
		}
		if isEndedElsewhere(call) {
			return unknown(name)
		}
		return c.follow(common.Args[0], in)
	case "net/http.NewRequest":
		return []derivation{{root: NoRoot, name: "http.NewRequest"}}
	case "net/http.NewRequestWithContext":
		return c.follow(common.Args[0], in)
	case "(*net/http.Request).WithContext", "(*net/http.Request).Clone":
		return c.follow(common.Args[1], in)
	case "(*net/http.Request).Context":
		return c.follow(common.Args[0], in)
	}
	if fn := common.StaticCallee(); fn != nil && fn.Package() == c.ssa && len(fn.Blocks) > 0 && in.around(fn) == nil {
		return c.returned(fn, i, &body{fn: fn, given: common.Args, from: in, each: in.inEach(call)})
	}
	// What takes a context and returns one derives it.
	for _, arg := range common.Args {
		if c.isContext(arg.Type()) {
			return c.follow(arg, in)
		}
	}
	return unknown(name)
}

// at returns the body that an instruction stands in.
func (c *contexts) at(instr ssa.Instruction, in *body) *body {
	if b := in.around(instr.Parent()); b != nil {
		return b
	}
	return in
}

// returned follows the i-th result of a function.
func (c *contexts) returned(fn *ssa.Function, i int, in *body) []derivation {
	var all []derivation
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && i < len(ret.Results) {
			if k, isConst := ret.Results[i].(*ssa.Const); isConst && k.Value == nil {
				continue
			}
			all = append(all, c.follow(ret.Results[i], in)...)
		}
	}
	return all
}

// duration returns the time that a limit allows, in nanoseconds if it is a constant,
// and as the source writes it.
func (l limit) duration(p *pkg) (n int64, text string) {
	v, in := l.call.Call.Args[1], l.in
	if made, ok := v.(*ssa.Call); ok && calleeName(&made.Call) == "(time.Time).Add" {
		// A deadline counted from now.
		v = made.Call.Args[1]
		if expr := p.callAt(made.Pos()); expr != nil && len(expr.Args) == 1 {
			text = types.ExprString(expr.Args[0])
		}
	} else if expr := p.callAt(l.call.Pos()); expr != nil && len(expr.Args) > 1 {
		text = types.ExprString(expr.Args[1])
	}
	return constantOf(v, in), text
}

// constantOf returns the number that a value is, following what functions are given; 0
// if it is not known.
func constantOf(v ssa.Value, in *body) int64 {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.Int {
			n, _ := constant.Int64Val(v.Value)
			return n
		}
	case *ssa.Parameter:
		b := in.around(v.Parent())
		if i := slices.Index(v.Parent().Params, v); b != nil && b.from != nil && i >= 0 && i < len(b.given) {
			return constantOf(b.given[i], b.from)
		}
	case *ssa.Convert:
		return constantOf(v.X, in)
	}
	return 0
}

// requestArg returns the HTTP request that a call is given, nil if there is none.
func requestArg(call *ssa.CallCommon) ssa.Value {
	for _, arg := range call.Args {
		if isRequest(arg.Type()) {
			return arg
		}
	}
	return nil
}

// contextArg returns the context that a call is given, nil if there is none.
func (p *pkg) contextArg(call *ssa.CallCommon) ssa.Value {
	for _, arg := range call.Args {
		if p.isContext(arg.Type()) {
			return arg
		}
	}
	return nil
}

// isEndedElsewhere reports whether what ends a context, as the call that made it returned, is
// used for more than to tidy up in the end.
func isEndedElsewhere(made *ssa.Call) bool {
	return slices.ContainsFunc(*made.Referrers(), func(ref ssa.Instruction) bool {
		cancel, ok := ref.(*ssa.Extract)
		return ok && cancel.Index == 1 && slices.ContainsFunc(*cancel.Referrers(), func(use ssa.Instruction) bool {
			_, tidies := use.(*ssa.Defer)
			_, isDebug := use.(*ssa.DebugRef)
			return !tidies && !isDebug
		})
	})
}
