package model

import (
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/ir"
)

// settingsName is what the function is called, behind the path of its package, that sets
// package variables to what they are declared with.
const settingsName = ".init"

// settings returns a function that sets the package variables that other packages may see,
// or that bodies mention, to the numbers, durations and flags that they are declared with;
// nil if there are none. What the package itself assigns later has no value of its own.
func (p *pkg) settings(bodies []*ir.Func) *ir.Func {
	init, fixed := p.bodies.Init()
	if init == nil {
		return nil
	}
	mentioned := make(map[string]bool)
	for _, body := range bodies {
		for _, c := range body.Consts {
			mentioned[c.Str] = mentioned[c.Str] || c.Kind == ir.GlobalRef
		}
	}
	chosen := make(map[string]bool)
	for _, m := range p.ssa.Members {
		if g, ok := m.(*ssa.Global); ok && fixed[g.String()] && (token.IsExported(g.Name()) || mentioned[g.String()]) && holdsSetting(g.Object().Type()) {
			chosen[g.String()] = true
		}
	}
	if len(chosen) == 0 {
		return nil
	}
	return setsOnly(init, chosen, p.pass.Pkg.Path()+settingsName)
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

// holdsSetting reports whether a variable of a type holds a number or a flag, or a struct or
// a pointer to one that has some.
func holdsSetting(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsNumeric|types.IsBoolean) != 0
	case *types.Pointer:
		s, ok := t.Elem().Underlying().(*types.Struct)
		return ok && holdsSetting(s)
	case *types.Struct:
		for f := range t.Fields() {
			if b, ok := f.Type().Underlying().(*types.Basic); ok && b.Info()&(types.IsNumeric|types.IsBoolean) != 0 {
				return true
			}
		}
	}
	return false
}

// setsOnly returns what of an initialization sets some variables to constants, as a function
// of its own; nil if nothing does.
func setsOnly(init *ir.Func, chosen map[string]bool, name string) *ir.Func {
	out := &ir.Func{Name: name, Pkg: init.Pkg, Consts: init.Consts}
	// regs are the registers of out for those of init that are values of what is chosen, or
	// addresses within it.
	regs := make(map[ir.Operand]ir.Operand)
	given := stored(init, chosen)
	isChosen := func(x ir.Operand) bool {
		return regs[x] != ir.NoOperand || x < 0 && init.Const(x).Kind == ir.GlobalRef && chosen[init.Const(x).Str]
	}
	var instrs []ir.Instr
	sets := false
	for b := range init.Blocks {
		for _, in := range init.Blocks[b].Instrs {
			value := in.Op == ir.FieldAddr && isChosen(in.X[0]) || given[in.Dst] && (in.Op == ir.Alloc || in.Op == ir.Load && regs[in.X[0]] != ir.NoOperand)
			constant := in.Op == ir.Store && isChosen(in.X[0]) && (regs[in.X[1]] != ir.NoOperand || in.X[1] < 0 && isSetting(init.Const(in.X[1])))
			if !value && !constant {
				continue
			}
			sets = sets || constant
			in.X = slices.Clone(in.X)
			for i, x := range in.X {
				if regs[x] != ir.NoOperand {
					in.X[i] = regs[x]
				}
			}
			if value {
				out.Regs++
				regs[in.Dst] = ir.Operand(out.Regs)
				in.Dst = ir.Operand(out.Regs)
			}
			instrs = append(instrs, in)
		}
	}
	if !sets {
		return nil
	}
	out.Blocks = []ir.Block{{Instrs: append(instrs, ir.Instr{Op: ir.Return})}}
	return out
}

// stored returns the registers of an initialization whose values some variables are set to,
// and those that these values are loaded from: a struct is put together first.
func stored(init *ir.Func, chosen map[string]bool) map[ir.Operand]bool {
	found := make(map[ir.Operand]bool)
	for b := range init.Blocks {
		for _, in := range init.Blocks[b].Instrs {
			if in.Op == ir.Store && in.X[0] < 0 && chosen[init.Const(in.X[0]).Str] && in.X[1] > 0 {
				found[in.X[1]] = true
			}
		}
	}
	for b := range init.Blocks {
		for _, in := range init.Blocks[b].Instrs {
			if in.Op == ir.Load && found[in.Dst] && in.X[0] > 0 {
				found[in.X[0]] = true
			}
		}
	}
	return found
}

func isSetting(c ir.Const) bool { return c.Kind == ir.Int || c.Kind == ir.Float || c.Kind == ir.Bool }

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
