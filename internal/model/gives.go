package model

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/lower"
	"github.com/retrylint/retrylint/internal/reach"
)

// stops returns the marks of errors that a site does not repeat: on each way back it was
// assumed that the error is none of them. A mark is the name of a package variable that
// holds an error.
func (s *summarizer) stops(site *Site) []string {
	var common []string
	for i, p := range site.Paths {
		var refused []string
		for _, c := range p.Conditions {
			if !c.Holds {
				refused = append(refused, s.machine.Sentinels(c.Term)...)
			}
		}
		if i == 0 {
			common = refused
		} else {
			common = slices.DeleteFunc(common, func(name string) bool { return !slices.Contains(refused, name) })
		}
	}
	slices.Sort(common)
	return slices.Compact(common)
}

// picks reports whether a site looks at what failed before it repeats it.
func (s *Site) picks() bool {
	judges := func(c exec.Cond) bool { return c.Term.Outcome && !c.Term.IsNilTest() }
	return slices.ContainsFunc(s.Paths, func(p Path) bool { return slices.ContainsFunc(p.Conditions, judges) })
}

// gives returns the marks that the error of a function surely carries when what it calls
// has failed, whichever return it takes.
func (s *summarizer) gives(fn *ssa.Function, failing []ssa.CallInstruction) []string {
	if !reach.ReturnsError(fn.Signature) {
		return nil
	}
	returns := s.returnsAfter(failing)
	if len(failing) == 0 {
		// It only says what becomes of an error.
		returns = returnsOf(fn)
	}
	var common []string
	first := true
	for _, ret := range returns {
		marks, isError := s.marks(ret.Results[len(ret.Results)-1], maxValueDepth)
		switch {
		case !isError:
		case first:
			common, first = marks, false
		default:
			common = slices.DeleteFunc(common, func(name string) bool { return !slices.Contains(marks, name) })
		}
	}
	slices.Sort(common)
	return slices.Compact(common)
}

// returnsOf returns the returns of a function.
func returnsOf(fn *ssa.Function) []*ssa.Return {
	var found []*ssa.Return
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			found = append(found, ret)
		}
	}
	return found
}

// returnsAfter returns the returns that may follow calls that failed.
func (s *summarizer) returnsAfter(failing []ssa.CallInstruction) []*ssa.Return {
	var found []*ssa.Return
	for _, call := range failing {
		f := failure{of: failedValues(s.failsBy(call))}
		for _, b := range f.blocks(call) {
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !slices.Contains(found, ret) {
				found = append(found, ret)
			}
		}
	}
	return found
}

// marks returns the marks that an error value carries; isError is false if it is nil.
func (s *summarizer) marks(v ssa.Value, depth int) (marks []string, isError bool) {
	if depth == 0 {
		return nil, true
	}
	switch v := v.(type) {
	case *ssa.Const:
		return nil, v.Value != nil
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL {
			return []string{g.String()}, true
		}
	case *ssa.ChangeInterface:
		return s.marks(v.X, depth-1)
	case *ssa.Phi:
		first := true
		for _, e := range v.Edges {
			if e == v {
				continue
			}
			m, ok := s.marks(e, depth-1)
			switch {
			case !ok:
			case first:
				marks, first, isError = m, false, true
			default:
				marks = slices.DeleteFunc(marks, func(name string) bool { return !slices.Contains(m, name) })
			}
		}
		return marks, isError
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return s.marksOfCall(call, depth), true
		}
	case *ssa.Call:
		return s.marksOfCall(v, depth), true
	}
	return nil, true
}

func (s *summarizer) marksOfCall(call *ssa.Call, depth int) []string {
	callee := call.Call.StaticCallee()
	if callee == nil {
		return nil
	}
	switch callee.String() {
	case "fmt.Errorf":
		return s.wrapped(call, depth)
	case "errors.Join":
		var all []string
		for _, arg := range variadic(call.Call.Args[0]) {
			m, _ := s.marks(arg, depth-1)
			all = append(all, m...)
		}
		return all
	}
	return s.given(lower.PkgPath(callee), lower.FuncName(callee))
}

// wrapped returns the marks of the errors that fmt.Errorf wraps.
func (s *summarizer) wrapped(call *ssa.Call, depth int) []string {
	format, ok := call.Call.Args[0].(*ssa.Const)
	if !ok || format.Value == nil || format.Value.Kind() != constant.String {
		return nil
	}
	args := variadic(call.Call.Args[1])
	var all []string
	verb := 0
	for _, part := range strings.Split(strings.ReplaceAll(constant.StringVal(format.Value), "%%", ""), "%")[1:] {
		if i := strings.IndexFunc(part, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }); i >= 0 && part[i] == 'w' && verb < len(args) && args[verb] != nil {
			m, _ := s.marks(args[verb], depth-1)
			all = append(all, m...)
		}
		verb++
	}
	return all
}

// variadic returns the values of a slice that is made for a call, in order; nil where one
// is not known.
func variadic(slice ssa.Value) []ssa.Value {
	sl, ok := slice.(*ssa.Slice)
	if !ok {
		return nil
	}
	array, ok := sl.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	arr, ok := array.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	if !ok {
		return nil
	}
	values := make([]ssa.Value, arr.Len())
	for _, ref := range *array.Referrers() {
		addr, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		index, ok := addr.Index.(*ssa.Const)
		if !ok || index.Int64() >= arr.Len() {
			continue
		}
		for _, v := range storedTo(addr) {
			if made, ok := v.(*ssa.ChangeInterface); ok {
				v = made.X
			}
			values[index.Int64()] = v
		}
	}
	return values
}

// given returns the marks that the error of a function carries.
func (s *summarizer) given(pkg, name string) []string {
	if fn := s.bodies.byName[name]; fn != nil && pkg == s.pass.Pkg.Path() {
		marks, ok := s.givesOf[fn]
		if !ok {
			s.givesOf[fn] = nil
			marks = s.gives(fn, s.failing(fn))
			s.givesOf[fn] = marks
		}
		return marks
	}
	if sum := s.known.Summary(pkg, name); sum != nil {
		return sum.Gives
	}
	return nil
}

// failing returns the calls of a function whose failure is looked at: those that may reach
// another process.
func (s *summarizer) failing(fn *ssa.Function) []ssa.CallInstruction {
	var found []ssa.CallInstruction
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if _, isBuiltin := call.Call.Value.(*ssa.Builtin); !isBuiltin && (s.summary(&call.Call).Remote > reach.Local || len(s.sites[call]) > 0) {
				found = append(found, call)
			}
		}
	}
	return found
}
