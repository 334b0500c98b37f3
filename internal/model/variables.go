package model

import (
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/ir"
	"github.com/retrylint/retrylint/internal/lower"
	"github.com/retrylint/retrylint/internal/reach"
)

// settingsName is what the function is called, behind the path of its package, that sets
// package variables to what they are declared with.
const settingsName = ".init"

// settings returns a function that sets package variables to the constants, and what is made
// of them, that they are declared with: those that bodies mention, and numbers, durations and
// flags that other packages may see. It is nil if there are none. What the package itself
// assigns later has no value of its own. literals are the bodies of the function literals
// among what is set.
func (p *pkg) settings(bodies []*ir.Func) (set *ir.Func, literals []*ir.Func) {
	init, fixed := p.bodies.Init()
	if init == nil {
		return nil, nil
	}
	chosen := make(map[string]bool)
	for _, m := range p.ssa.Members {
		g, ok := m.(*ssa.Global)
		switch {
		case !ok || g.Object() == nil || !fixed[g.String()]:
		case lower.IsError(g.Object().Type()):
			// An error to compare with goes by its name.
			delete(fixed, g.String())
		case token.IsExported(g.Name()) && holdsSetting(g.Object().Type()):
			chosen[g.String()] = true
		}
	}
	for before := -1; before < len(chosen); {
		before = len(chosen)
		for _, body := range slices.Concat(bodies, literals) {
			for _, c := range body.Consts {
				if c.Kind == ir.GlobalRef && fixed[c.Str] {
					chosen[c.Str] = true
				}
			}
		}
		if set = setsOnly(init, chosen, p.pass.Pkg.Path()+settingsName); set == nil {
			return nil, nil
		}
		literals = nil
		for _, c := range set.Consts {
			if fn := p.bodies.byName[c.Str]; c.Kind == ir.FuncRef && fn != nil && fn.Object() == nil {
				literals = append(literals, p.bodies.withHelpers(fn, literals)...)
			}
		}
	}
	return set, literals
}

// withHelpers returns the bodies of a function and of those that it calls in this package
// and that stay within the process, other than those known.
func (b *bodies) withHelpers(fn *ssa.Function, known []*ir.Func) []*ir.Func {
	found := b.pkg.portableBodies(fn)
	for n := 0; n < len(found); n++ {
		for _, name := range found[n].Calls() {
			callee := b.byName[name]
			is := func(body *ir.Func) bool { return body.Name == name }
			if callee == nil || b.pkg.functionSummary(callee).Remote == reach.Remote || slices.ContainsFunc(found, is) || slices.ContainsFunc(known, is) {
				continue
			}
			found = append(found, b.pkg.portableBodies(callee)...)
		}
	}
	return found
}

// settingNames matches the names of package variables that other packages retry by.
var settingNames = regexp.MustCompile(`(?i)retr|attempt|tries|backoff|wait|delay|interval|timeout`)

// hasSetting reports whether the package declares a variable that, by its name, other
// packages retry by: only then SSA is worth its price.
func (p *pkg) hasSetting() bool {
	scope := p.pass.Pkg.Scope()
	return slices.ContainsFunc(scope.Names(), func(name string) bool {
		v, ok := scope.Lookup(name).(*types.Var)
		return ok && v.Exported() && settingNames.MatchString(name) && holdsSetting(v.Type())
	})
}

// holdsSetting reports whether a variable of a type holds a number or a flag, a struct or
// a pointer to one that has some, a table of numbers, or a function that judges one thing.
func holdsSetting(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return isNumber(t) || isBool(t)
	case *types.Pointer:
		s, ok := t.Elem().Underlying().(*types.Struct)
		return ok && holdsSetting(s)
	case *types.Slice:
		return isNumber(t.Elem())
	case *types.Array:
		return isNumber(t.Elem())
	case *types.Map:
		return isNumber(t.Key())
	case *types.Signature:
		return t.Params().Len() == 1 && t.Results().Len() == 1 && isBool(t.Results().At(0).Type())
	case *types.Struct:
		for f := range t.Fields() {
			if isNumber(f.Type()) || isBool(f.Type()) {
				return true
			}
		}
	}
	return false
}

func isNumber(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsNumeric != 0
}

// setsOnly returns what of an initialization sets some variables to constants, and to what is
// made of constants, as a function of its own; nil if nothing does.
func setsOnly(init *ir.Func, chosen map[string]bool, name string) *ir.Func {
	out := &ir.Func{Name: name, Pkg: init.Pkg}
	var instrs []ir.Instr
	for i := range init.Blocks {
		instrs = append(instrs, constantStores(init, &init.Blocks[i], chosen)...)
	}
	if len(instrs) == 0 {
		return nil
	}
	out.Blocks = []ir.Block{{Instrs: append(renumbered(init, out, instrs), ir.Instr{Op: ir.Return})}}
	return out
}

// constantStores returns the instructions of a block that store constants to some package
// variables, and to what these hold.
func constantStores(fn *ir.Func, block *ir.Block, wanted map[string]bool) []ir.Instr {
	defs := make(map[ir.Operand]*ir.Instr)
	for i := range block.Instrs {
		if in := &block.Instrs[i]; in.Dst != ir.NoOperand {
			defs[in.Dst] = in
		}
	}
	// root is where an address leads to: a constant, or the register of what was made.
	root := func(x ir.Operand) ir.Operand {
		for x > 0 && defs[x] != nil && (defs[x].Op == ir.IndexAddr || defs[x].Op == ir.FieldAddr || defs[x].Op == ir.Slice) {
			x = defs[x].X[0]
		}
		return x
	}
	// Each variable is taken or left as a whole.
	keep := make(map[*ir.Instr]bool)
	for i := range block.Instrs {
		in := &block.Instrs[i]
		if in.Op != ir.Store {
			continue
		}
		to := root(in.X[0])
		if to >= 0 || fn.Const(to).Kind != ir.GlobalRef || !wanted[fn.Const(to).Str] {
			continue
		}
		if parts, ok := storeOf(block, in, defs, root); ok {
			for _, part := range parts {
				keep[part] = true
			}
		}
	}
	var kept []ir.Instr
	for i := range block.Instrs {
		in := &block.Instrs[i]
		switch {
		case !keep[in]:
		case in.Dst != ir.NoOperand && !isMade(in, root):
			kept = append(kept, ir.Instr{Op: ir.Opaque, Dst: in.Dst})
		default:
			kept = append(kept, *in)
		}
	}
	return kept
}

// maxTable is the number of instructions that make a table.
const maxTable = 600

// storeOf returns a store with all that it takes to make what is stored; ok is false if that
// is not made of constants. A part of it may be something else.
func storeOf(block *ir.Block, store *ir.Instr, defs map[ir.Operand]*ir.Instr, root func(ir.Operand) ir.Operand) (parts []*ir.Instr, ok bool) {
	if value := defs[store.X[1]]; value != nil && !isMade(value, root) {
		return nil, false
	}
	parts = []*ir.Instr{store}
	add := func(in *ir.Instr) {
		if in != nil && !slices.Contains(parts, in) {
			parts = append(parts, in)
		}
	}
	for n := 0; n < len(parts) && len(parts) <= maxTable; n++ {
		in := parts[n]
		if in.Dst != ir.NoOperand && !isMade(in, root) {
			continue
		}
		for _, x := range in.X {
			add(defs[x])
		}
		if in.Op != ir.Alloc && in.Op != ir.Make {
			continue
		}
		for i := range block.Instrs {
			fill := &block.Instrs[i]
			if (fill.Op == ir.Store || fill.Op == ir.MapUpdate) && root(fill.X[0]) == in.Dst {
				add(fill)
			}
		}
	}
	return parts, len(parts) <= maxTable
}

// isMade reports whether an instruction makes something of nothing but constants and what was
// made in the same way.
func isMade(in *ir.Instr, root func(ir.Operand) ir.Operand) bool {
	switch in.Op {
	case ir.Alloc, ir.Make, ir.IndexAddr, ir.FieldAddr, ir.Slice, ir.Convert:
		return true
	case ir.Load:
		// What another variable holds may be assigned later.
		return root(in.X[0]) > 0
	}
	return false
}

// renumbered returns instructions of one function as those of another, to which their
// constants are added and whose registers they use.
func renumbered(from, to *ir.Func, instrs []ir.Instr) []ir.Instr {
	moved := make(map[ir.Operand]ir.Operand)
	move := func(x ir.Operand) ir.Operand {
		if x == ir.NoOperand {
			return x
		}
		y, ok := moved[x]
		switch {
		case ok:
		case x > 0:
			to.Regs++
			y = ir.Operand(to.Regs)
		default:
			to.Consts = append(to.Consts, from.Const(x))
			y = ir.Operand(-len(to.Consts))
		}
		moved[x] = y
		return y
	}
	out := slices.Clone(instrs)
	for i := range out {
		out[i].Dst = move(out[i].Dst)
		out[i].X = slices.Clone(out[i].X)
		for j, x := range out[i].X {
			out[i].X[j] = move(x)
		}
	}
	return out
}

// Variables implements [exec.Resolver].
func (b *bodies) Variables(pkg string) *ir.Func {
	body := b.other(pkg, pkg+settingsName)
	if body == nil {
		return nil
	}
	// What this package assigns is not what it was declared with.
	assigned := b.assigned()
	if !slices.ContainsFunc(body.Consts, func(c ir.Const) bool { return c.Kind == ir.GlobalRef && assigned[c.Str] }) {
		return body
	}
	kept := make(map[string]bool)
	for _, c := range body.Consts {
		kept[c.Str] = c.Kind == ir.GlobalRef && !assigned[c.Str]
	}
	return setsOnly(body, kept, body.Name)
}
