package exec

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/ir"
	"github.com/retrylint/retrylint/internal/lower"
)

// program is a package from source. It serves as the resolver of its functions;
// those without a body are remote.
type program struct {
	funcs map[string]*ir.Func
	init  *ir.Func
	fixed map[string]bool
}

// standard reads the standard library's export data once for all tests.
var standard = importer.Default()

// compile translates the package p with a body for each name in src.
func compile(t testing.TB, src string) *program {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution)
	require.NoError(t, err)
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Instances: make(map[*ast.Ident]types.Instance),
		Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Scopes: make(map[ast.Node]*types.Scope), FileVersions: make(map[*ast.File]string),
	}
	tpkg, err := (&types.Config{Importer: standard}).Check("p", fset, []*ast.File{file}, info)
	require.NoError(t, err)
	prog := ssa.NewProgram(fset, 0)
	for _, imp := range tpkg.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	pkg := prog.CreatePackage(tpkg, []*ast.File{file}, info, false)
	pkg.Build()

	p := &program{funcs: make(map[string]*ir.Func), fixed: make(map[string]bool)}
	var add func(*ssa.Function)
	add = func(fn *ssa.Function) {
		if len(fn.Blocks) > 0 {
			p.funcs[lower.FuncName(fn)] = lower.Func(fn)
		}
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	for _, obj := range info.Defs {
		if fn, ok := obj.(*types.Func); ok {
			// The methods of interfaces are no functions.
			if f := prog.FuncValue(fn); f != nil {
				add(f)
			}
		}
	}
	for _, m := range pkg.Members {
		if g, ok := m.(*ssa.Global); ok {
			p.fixed[g.String()] = true
		}
	}
	p.init = lower.Func(pkg.Func("init"))
	return p
}

func (p *program) Body(name string) (*ir.Func, bool) { return p.funcs[name], false }
func (p *program) Mark(string) Mark                  { return "" }

func (p *program) Has(name, _ string) bool           { return p.funcs[name] != nil }
func (p *program) MayWait(*ir.Callee) bool           { return false }
func (p *program) Standard(pkg string) bool          { return pkg != "p" }
func (p *program) HoldsStatus(string) bool           { return true }
func (p *program) Init() (*ir.Func, map[string]bool) { return p.init, p.fixed }
func (p *program) Variables(string) *ir.Func         { return nil }

// loop returns the loop of a function in which op is attempted.
func (p *program) loop(t testing.TB, name string) *Loop {
	t.Helper()
	return loopAround(t, p.funcs["p."+name], "p.op")
}

// run runs that loop with a machine of its own.
func (p *program) run(t testing.TB, name string, a Answer) Result {
	t.Helper()
	return NewMachine(p).Run(p.loop(t, name), a, 0, nil)
}

// loopAround returns the innermost loop of fn that calls attempt.
func loopAround(t testing.TB, fn *ir.Func, attempt string) *Loop {
	t.Helper()
	require.NotNil(t, fn)
	for _, l := range fn.Loops() {
		for b := range fn.Blocks {
			if !l.Blocks[b] {
				continue
			}
			for i := range fn.Blocks[b].Instrs {
				if in := &fn.Blocks[b].Instrs[i]; in.Op == ir.Call && in.Callee.Func == attempt {
					return &Loop{Fn: fn, Header: l.Header, Blocks: l.Blocks, Attempt: in}
				}
			}
		}
	}
	require.FailNow(t, "no loop with an attempt", fn.Name)
	return nil
}

// longest returns the way that goes on longest, one without an end if there is
// such a one; nil if there is none at all.
func longest(res Result) *Way {
	var most *Way
	for i := range res.Ways {
		w := &res.Ways[i]
		if most == nil || w.End != Left && most.End == Left || (w.End == Left) == (most.End == Left) && w.Attempts > most.Attempts {
			most = w
		}
	}
	return most
}

// waits lists what is waited for between the attempts of a way: rounds are parted
// by commas, the pauses of one by plus signs. It is "" if there are no pauses at all.
func waits(w *Way) string {
	if !slices.ContainsFunc(w.Rounds, func(r Round) bool { return len(r.Pauses) > 0 }) {
		return ""
	}
	rounds := make([]string, len(w.Rounds))
	for i, r := range w.Rounds {
		pauses := make([]string, len(r.Pauses))
		for k, p := range r.Pauses {
			switch {
			case p.Dur == nil:
				pauses[k] = "event"
			case p.Dur.Kind == Int:
				pauses[k] = DurationText(p.Dur.Int)
			default:
				pauses[k] = p.Dur.String()
			}
		}
		rounds[i] = strings.Join(pauses, "+")
	}
	return strings.Join(rounds, ", ")
}
