package model

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/answer"
	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/lower"
	"github.com/retrylint/retrylint/internal/reach"
)

// Outcomes is the fact of a package: the errors that its functions are known to return,
// with the statuses and codes for which they do. Functions are named without the path of
// the package, and are in the order of these names.
type Outcomes struct {
	Names reach.Names
	// Errors are the errors of each function, as an index into Shapes: methods of a
	// generated client all return the same.
	Errors []int
	Shapes [][]exec.Shape
}

// AFact marks Outcomes as a fact.
func (*Outcomes) AFact() {}

func (o *Outcomes) String() string {
	entries := make([]string, len(o.Names))
	for i, name := range o.Names {
		var in answer.Set
		for _, s := range o.find(name) {
			in = in.Or(s.In)
		}
		entries[i] = name + " " + in.String()
	}
	return "errors: " + strings.Join(entries, "; ")
}

// newOutcomes returns the fact that functions, by name, return some errors.
func newOutcomes(shapes map[string][]exec.Shape) *Outcomes {
	o := &Outcomes{Names: slices.Sorted(maps.Keys(shapes))}
	for _, name := range o.Names {
		same := func(other []exec.Shape) bool { return slices.EqualFunc(other, shapes[name], exec.Shape.Equal) }
		i := slices.IndexFunc(o.Shapes, same)
		if i < 0 {
			i = len(o.Shapes)
			o.Shapes = append(o.Shapes, shapes[name])
		}
		o.Errors = append(o.Errors, i)
	}
	return o
}

// find returns the errors that a function is known to return. What does not hang together
// was written by another version: it is no fact.
func (o *Outcomes) find(name string) []exec.Shape {
	i, ok := slices.BinarySearch(o.Names, name)
	if !ok || i >= len(o.Errors) || o.Errors[i] < 0 || o.Errors[i] >= len(o.Shapes) {
		return nil
	}
	return o.Shapes[o.Errors[i]]
}

// maxShapes is the number of shapes of errors that are kept of a function.
const maxShapes = 12

// carriers finds out which errors functions return.
type carriers struct {
	*pkg
	// shapes are those of functions of this package, nil while they are computed.
	shapes map[*ssa.Function][]exec.Shape
	// facts are those of the packages below, by path.
	facts map[string]*Outcomes
}

func newCarriers(p *pkg) *carriers {
	c := &carriers{pkg: p, shapes: make(map[*ssa.Function][]exec.Shape), facts: make(map[string]*Outcomes)}
	for _, f := range p.pass.AllPackageFacts() {
		if fact, ok := f.Fact.(*Outcomes); ok {
			c.facts[f.Package.Path()] = fact
		}
	}
	return c
}

// mayCarry reports whether a function of the package may return an error that carries a
// status or code: it is worth SSA to find out.
func (p *pkg) mayCarry(shown bool) bool {
	if reach.IsStandard(p.pass.Pkg.Path()) {
		return false
	}
	if shown {
		imports := p.pass.Pkg.Imports()
		if slices.ContainsFunc(imports, func(imp *types.Package) bool { return !answer.CarriedBy(imp.Path()).IsEmpty() }) {
			return true
		}
		for _, imp := range imports {
			if p.pass.ImportPackageFact(imp, new(Outcomes)) {
				return true
			}
		}
	}
	for _, file := range p.pass.Files {
		for n := range ast.Preorder(file) {
			if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "StatusCode" {
				if v, ok := p.pass.TypesInfo.Uses[sel.Sel].(*types.Var); ok && v.Pkg() != nil && v.Pkg().Path() == "net/http" {
					return true
				}
			}
		}
	}
	return false
}

// exportOutcomes exports what is known of the errors of the functions of the package.
func (p *pkg) exportOutcomes() {
	found := make(map[string][]exec.Shape)
	path := p.pass.Pkg.Path()
	for _, fn := range p.funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() || fn.Parent() != nil {
			continue
		}
		p.machine.Share()
		if shapes := p.carriers.of(fn); len(shapes) > 0 {
			found[reach.Relative(path, lower.FuncName(fn))] = shapes
		}
	}
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !tn.Exported() || tn.IsAlias() {
			continue
		}
		iface, ok := tn.Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for m := range iface.ExplicitMethods() {
			if shapes := p.carriers.ofMethod(m); m.Exported() && len(shapes) > 0 {
				found[reach.Relative(path, m.FullName())] = shapes
			}
		}
	}
	if len(found) > 0 {
		p.pass.ExportPackageFact(newOutcomes(found))
	}
}

// of returns the errors that a function of this package is known to return.
func (c *carriers) of(fn *ssa.Function) []exec.Shape {
	if shapes, ok := c.shapes[fn]; ok {
		return shapes
	}
	c.shapes[fn] = nil
	if len(fn.Blocks) == 0 || fn.Package() != c.ssa || !reach.ReturnsError(fn.Signature) || c.functionSummary(fn).Remote == reach.Local {
		return nil
	}
	var shapes []exec.Shape
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !reach.ReturnsError(call.Call.Signature()) || c.summary(&call.Call).Remote == reach.Local {
				continue
			}
			for _, w := range c.premises(&call.Call) {
				found, ok := c.machine.Outcomes(c.bodies.lower(fn), instruction(c.bodies.lower(fn), call), w.answer, w.ask, w.known, func(conds []exec.Cond) bool {
					sure, _ := judged(conds, nil)
					return sure
				})
				if ok {
					shapes = append(shapes, found...)
				}
			}
		}
	}
	shapes = merged(shapes)
	c.shapes[fn] = shapes
	return shapes
}

// merged drops from shapes what carries neither status nor code, and joins those that
// differ in their answers only.
func merged(shapes []exec.Shape) []exec.Shape {
	var kept []exec.Shape
	succeeds := answer.Statuses(200, 299)
	coded := answer.Statuses(200, answer.LastStatus).Or(answer.Codes(1, answer.LastCode))
	for _, s := range shapes {
		if s.In = s.In.And(coded); succeeds.Minus(s.In).IsEmpty() {
			// Something else than the status has failed after a success.
			s.In = s.In.Minus(succeeds)
		}
		if s.In.IsEmpty() {
			continue
		}
		i := slices.IndexFunc(kept, s.Same)
		switch {
		case i >= 0:
			kept[i].In = kept[i].In.Or(s.In)
		case len(kept) < maxShapes:
			kept = append(kept, s)
		}
	}
	return kept
}

// ofMethod returns the errors that the implementations in sight of an interface method of
// this package are known to return.
func (c *carriers) ofMethod(m *types.Func) []exec.Shape {
	if m.Signature().Recv() == nil {
		return nil
	}
	var shapes []exec.Shape
	for _, fn := range c.reach.Implementations(m) {
		if fn.Pkg() != c.pass.Pkg {
			continue
		}
		if f := c.ssa.Prog.FuncValue(fn); f != nil {
			shapes = append(shapes, c.of(f)...)
		}
	}
	return merged(shapes)
}

// carried returns the errors that a call is known to return.
func (c *carriers) carried(call *ssa.CallCommon) []exec.Shape {
	path, name := "", ""
	if call.IsInvoke() {
		if call.Method.Pkg() == nil {
			return nil
		}
		if shapes := c.ofMethod(call.Method.Origin()); len(shapes) > 0 {
			return shapes
		}
		path, name = call.Method.Pkg().Path(), call.Method.Origin().FullName()
	} else {
		callee := call.StaticCallee()
		if callee == nil {
			return nil
		}
		if callee.Package() == c.ssa && callee.Parent() == nil {
			return c.of(callee)
		}
		path, name = lower.PkgPath(callee), lower.FuncName(callee)
	}
	if in := carriedBy(call); !in.IsEmpty() {
		return []exec.Shape{{In: in, Open: true, Client: true}}
	}
	if fact := c.facts[path]; fact != nil {
		if shapes := fact.find(reach.Relative(path, name)); len(shapes) > 0 {
			return shapes
		}
	}
	// Whoever runs what it is given hands on its error.
	var shapes []exec.Shape
	for _, arg := range call.Args {
		if made, ok := arg.(*ssa.MakeClosure); ok {
			shapes = append(shapes, c.of(made.Fn.(*ssa.Function))...)
		}
	}
	shapes = merged(shapes)
	for i := range shapes {
		shapes[i].Open = true
	}
	return shapes
}

// premise is an answer that is assumed, with what is asked of it.
type premise struct {
	answer exec.Answer
	ask    *exec.Ask
	// known are the answers that are known to come.
	known answer.Set
}

// premises returns what is to be assumed of a call, one after the other.
func (c *carriers) premises(call *ssa.CallCommon) []premise {
	var found []premise
	shapes := c.carried(call)
	var carried answer.Set
	for _, s := range shapes {
		carried = carried.Or(s.In)
	}
	if i := lower.ResponseAmong(call.Signature()); i >= 0 {
		domain := answer.AllStatuses.Minus(carried)
		found = append(found, premise{exec.Succeeds, &exec.Ask{Domain: domain, Response: i}, domain})
	}
	if len(shapes) > 0 || len(found) == 0 {
		domain := answer.Statuses(400, answer.LastStatus).Or(answer.Codes(1, answer.LastCode))
		if len(shapes) > 0 && (!shapes[0].Open || shapes[0].Client) {
			domain = carried
		}
		found = append(found, premise{exec.Fails, &exec.Ask{Domain: domain.Or(carried).Or(answer.Kinds()), Response: -1, Shapes: shapes}, carried})
	}
	return found
}
