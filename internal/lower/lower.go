// Package lower translates functions from go/ssa into internal/ir.
package lower

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/answer"
	"github.com/retrylint/retrylint/internal/ir"
)

// FuncName returns the name under which calls and facts know fn: the full name
// of its origin, and a derived name for closures.
func FuncName(fn *ssa.Function) string {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if fn.Parent() != nil {
		return FuncName(fn.Parent()) + "." + fn.Name()
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return obj.Origin().FullName()
	}
	return fn.String()
}

// PkgPath returns the path of the package that declares fn, "" if there is none.
func PkgPath(fn *ssa.Function) string {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if obj, ok := fn.Object().(*types.Func); ok && obj.Pkg() != nil {
		return obj.Pkg().Path()
	}
	if fn.Pkg != nil {
		return fn.Pkg.Pkg.Path()
	}
	return ""
}

// Func translates fn, which must have a body.
func Func(fn *ssa.Function) *ir.Func {
	l := &lowerer{
		fn:     fn,
		regs:   make(map[ssa.Value]ir.Operand),
		consts: make(map[ir.Const]ir.Operand),
		out: &ir.Func{
			Name: FuncName(fn),
			Pkg:  PkgPath(fn),
			Pos:  fn.Pos(),
		},
	}
	for _, p := range fn.Params {
		l.reg(p)
		l.out.Params = append(l.out.Params, p.Name())
	}
	for _, v := range fn.FreeVars {
		l.reg(v)
		l.out.Captures = append(l.out.Captures, v.Name())
	}
	for _, b := range fn.Blocks {
		l.block(b)
	}
	l.out.Regs = int32(len(l.regs))
	return l.out
}

type lowerer struct {
	fn     *ssa.Function
	out    *ir.Func
	regs   map[ssa.Value]ir.Operand
	consts map[ir.Const]ir.Operand
}

// reg returns the register of v, numbered in order of first mention.
func (l *lowerer) reg(v ssa.Value) ir.Operand {
	r, ok := l.regs[v]
	if !ok {
		r = ir.Operand(len(l.regs) + 1)
		l.regs[v] = r
	}
	return r
}

func (l *lowerer) constant(c ir.Const) ir.Operand {
	x, ok := l.consts[c]
	if !ok {
		l.out.Consts = append(l.out.Consts, c)
		x = ir.Operand(-len(l.out.Consts))
		l.consts[c] = x
	}
	return x
}

func (l *lowerer) operand(v ssa.Value) ir.Operand {
	switch v := v.(type) {
	case nil:
		return ir.NoOperand
	case *ssa.Const:
		return l.constant(constOf(v))
	case *ssa.Global:
		return l.constant(ir.Const{Kind: ir.GlobalRef, Str: v.String(), Pkg: v.Pkg.Pkg.Path()})
	case *ssa.Function:
		return l.constant(ir.Const{Kind: ir.FuncRef, Str: FuncName(v), Pkg: PkgPath(v)})
	case *ssa.Builtin:
		return l.constant(ir.Const{Kind: ir.FuncRef, Str: "builtin " + v.Name()})
	}
	return l.reg(v)
}

func (l *lowerer) operands(vs ...ssa.Value) []ir.Operand {
	xs := make([]ir.Operand, len(vs))
	for i, v := range vs {
		xs[i] = l.operand(v)
	}
	return xs
}

func constOf(c *ssa.Const) ir.Const {
	if c.Value == nil {
		return ir.Const{Kind: zeroKind(c.Type())}
	}
	switch c.Value.Kind() {
	case constant.Bool:
		v := ir.Const{Kind: ir.Bool}
		if constant.BoolVal(c.Value) {
			v.Int = 1
		}
		return v
	case constant.String:
		return ir.Const{Kind: ir.String, Str: constant.StringVal(c.Value)}
	case constant.Int:
		if zeroKind(c.Type()) == ir.Float {
			f, _ := constant.Float64Val(c.Value)
			return ir.Const{Kind: ir.Float, Float: f}
		}
		if n, exact := constant.Int64Val(c.Value); exact {
			return ir.Const{Kind: ir.Int, Int: n}
		}
		// Only unsigned constants above the signed range come here; they serve as
		// "no limit", which the largest signed number says as well.
		return ir.Const{Kind: ir.Int, Int: 1<<63 - 1}
	case constant.Float:
		f, _ := constant.Float64Val(c.Value)
		return ir.Const{Kind: ir.Float, Float: f}
	}
	return ir.Const{Kind: ir.Struct}
}

// asError returns "error" for that type, "" for others.
func asError(t types.Type) string {
	if t == types.Universe.Lookup("error").Type() {
		return "error"
	}
	return ""
}

// zeroKind returns the kind of the zero value of t.
func zeroKind(t types.Type) ir.ConstKind {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsInteger != 0:
			return ir.Int
		case u.Info()&types.IsFloat != 0:
			return ir.Float
		case u.Info()&types.IsBoolean != 0:
			return ir.Bool
		case u.Info()&types.IsString != 0:
			return ir.String
		}
	case *types.Struct, *types.Array:
		return ir.Struct
	}
	return ir.Nil
}

func (l *lowerer) block(b *ssa.BasicBlock) {
	out := ir.Block{}
	for _, p := range b.Preds {
		out.Preds = append(out.Preds, int32(p.Index))
	}
	for _, s := range b.Succs {
		out.Succs = append(out.Succs, int32(s.Index))
	}
	for _, instr := range b.Instrs {
		in, ok := l.instr(instr)
		if !ok {
			continue
		}
		in.Pos = instr.Pos()
		if v, isValue := instr.(ssa.Value); isValue {
			in.Dst = l.reg(v)
		}
		if in.Pos.IsValid() {
			in.Line = int32(l.fn.Prog.Fset.Position(in.Pos).Line)
		}
		if branch, isIf := instr.(*ssa.If); isIf {
			in.Pos = condPos(branch.Cond)
		}
		out.Instrs = append(out.Instrs, in)
	}
	l.out.Blocks = append(l.out.Blocks, out)
}

// condPos returns where a condition is computed: SSA gives branches no place. A
// variable stands where it is declared.
func condPos(cond ssa.Value) token.Pos {
	if v, ok := cond.(*ssa.Extract); ok {
		return v.Tuple.Pos()
	}
	return cond.Pos()
}

// instr translates one instruction; ok is false for those without meaning here.
func (l *lowerer) instr(instr ssa.Instruction) (in ir.Instr, ok bool) {
	switch v := instr.(type) {
	case *ssa.DebugRef:
		return in, false
	case *ssa.RunDefers:
		in = ir.Instr{Op: ir.RunDefers}
	case *ssa.Phi:
		in = ir.Instr{Op: ir.Phi, X: l.operands(v.Edges...)}
	case *ssa.BinOp:
		if is, known := isNilContext(v); known {
			return ir.Instr{Op: ir.Convert, X: []ir.Operand{l.constant(is)}}, true
		}
		in = ir.Instr{Op: ir.Binary, Name: v.Op.String(), X: l.operands(v.X, v.Y)}
	case *ssa.UnOp:
		switch v.Op {
		case token.NOT:
			in = ir.Instr{Op: ir.Not, X: l.operands(v.X)}
		case token.SUB:
			in = ir.Instr{Op: ir.Neg, X: l.operands(v.X)}
		case token.MUL:
			in = ir.Instr{Op: ir.Load, X: l.operands(v.X), Zero: zeroKind(v.Type()), Type: asError(v.Type())}
		case token.ARROW:
			in = ir.Instr{Op: ir.Receive, X: l.operands(v.X), CommaOK: v.CommaOk}
		default:
			in = ir.Instr{Op: ir.Opaque}
		}
	case *ssa.Alloc:
		elem := v.Type().Underlying().(*types.Pointer).Elem()
		in = ir.Instr{Op: ir.Alloc, Zero: zeroKind(elem)}
		if arr, ok := elem.Underlying().(*types.Array); ok {
			in.N = int32(arr.Len())
		}
	case *ssa.Store:
		in = ir.Instr{Op: ir.Store, X: l.operands(v.Addr, v.Val)}
	case *ssa.FieldAddr:
		st := v.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
		in = ir.Instr{Op: ir.FieldAddr, Name: st.Field(v.Field).Name(), X: l.operands(v.X)}
	case *ssa.Field:
		st := v.X.Type().Underlying().(*types.Struct)
		in = ir.Instr{Op: ir.Field, Name: st.Field(v.Field).Name(), X: l.operands(v.X), Zero: zeroKind(v.Type()), Type: asError(v.Type())}
	case *ssa.IndexAddr:
		in = ir.Instr{Op: ir.IndexAddr, X: l.operands(v.X, v.Index)}
	case *ssa.Index:
		in = ir.Instr{Op: ir.Index, X: l.operands(v.X, v.Index), Zero: zeroKind(v.Type())}
	case *ssa.Lookup:
		in = ir.Instr{Op: ir.Lookup, X: l.operands(v.X, v.Index), CommaOK: v.CommaOk}
	case *ssa.Call:
		in = l.call(ir.Call, v.Common())
	case *ssa.Go:
		in = l.call(ir.Go, v.Common())
	case *ssa.Defer:
		in = l.call(ir.Defer, v.Common())
	case *ssa.MakeClosure:
		// A method value has the name of the method, which may be declared elsewhere.
		fn := v.Fn.(*ssa.Function)
		in = ir.Instr{Op: ir.Closure, Name: FuncName(fn), X: l.operands(v.Bindings...)}
		in.Callee = &ir.Callee{Func: in.Name, Pkg: PkgPath(fn), Err: -1, Judged: -1}
	case *ssa.Extract:
		in = ir.Instr{Op: ir.Extract, N: int32(v.Index), X: l.operands(v.Tuple)}
	case *ssa.Convert:
		in = ir.Instr{Op: ir.Convert, X: l.operands(v.X)}
		switch zeroKind(v.Type()) {
		case ir.Int:
			in.Name = "int"
		case ir.Float:
			in.Name = "float"
		}
	case *ssa.ChangeType:
		in = ir.Instr{Op: ir.Convert, X: l.operands(v.X)}
	case *ssa.ChangeInterface:
		in = ir.Instr{Op: ir.Convert, X: l.operands(v.X)}
	case *ssa.MakeInterface:
		in = ir.Instr{Op: ir.Convert, Name: "interface", Type: types.TypeString(v.X.Type(), nil), Methods: methods(v.X.Type()), X: l.operands(v.X)}
	case *ssa.SliceToArrayPointer:
		in = ir.Instr{Op: ir.Convert, X: l.operands(v.X)}
	case *ssa.MultiConvert:
		in = ir.Instr{Op: ir.Convert, X: l.operands(v.X)}
	case *ssa.TypeAssert:
		in = ir.Instr{Op: ir.Assert, X: l.operands(v.X), Name: v.AssertedType.String(), CommaOK: v.CommaOk}
		if types.IsInterface(v.AssertedType) {
			in.Interface, in.Methods = true, methods(v.AssertedType)
		}
	case *ssa.Slice:
		in = ir.Instr{Op: ir.Slice, X: l.operands(v.X, v.Low, v.High)}
	case *ssa.MakeSlice:
		in = ir.Instr{Op: ir.Make, X: l.operands(v.Len)}
	case *ssa.MakeMap, *ssa.MakeChan:
		in = ir.Instr{Op: ir.Make}
	case *ssa.Send:
		in = ir.Instr{Op: ir.Send, X: l.operands(v.Chan, v.X)}
	case *ssa.Select:
		in = ir.Instr{Op: ir.Select, Blocking: v.Blocking}
		for _, s := range v.States {
			in.Cases = append(in.Cases, ir.Case{
				Send: s.Dir == types.SendOnly,
				Chan: l.operand(s.Chan),
				Val:  l.operand(s.Send),
			})
		}
	case *ssa.Range:
		in = ir.Instr{Op: ir.RangeOver, X: l.operands(v.X)}
	case *ssa.Next:
		in = ir.Instr{Op: ir.Next, X: l.operands(v.Iter)}
	case *ssa.Return:
		in = ir.Instr{Op: ir.Return, X: l.operands(v.Results...)}
	case *ssa.Jump:
		in = ir.Instr{Op: ir.Jump}
	case *ssa.If:
		in = ir.Instr{Op: ir.If, X: l.operands(v.Cond)}
	case *ssa.Panic:
		in = ir.Instr{Op: ir.Panic, X: l.operands(v.X)}
	case *ssa.MapUpdate:
		in = ir.Instr{Op: ir.MapUpdate, X: l.operands(v.Map, v.Key, v.Value)}
	default:
		in = ir.Instr{Op: ir.Opaque}
	}
	return in, true
}

// ResponseAmong returns the index of the *http.Response among the results of a function, -1
// if there is none.
func ResponseAmong(sig *types.Signature) int32 {
	for i := range sig.Results().Len() {
		if sig.Results().At(i).Type().String() == answer.Response {
			return int32(i)
		}
	}
	return -1
}

// TakesCallOptions reports whether a function takes the options of a gRPC call, last.
func TakesCallOptions(sig *types.Signature) bool {
	n := sig.Params().Len()
	if !sig.Variadic() || n == 0 {
		return false
	}
	slice, ok := sig.Params().At(n - 1).Type().(*types.Slice)
	return ok && slice.Elem().String() == answer.CallOption
}

// prints reports whether a function takes any number of values of any type and returns
// nothing.
func prints(sig *types.Signature) bool {
	if !sig.Variadic() || sig.Results().Len() > 0 {
		return false
	}
	rest, ok := sig.Params().At(sig.Params().Len() - 1).Type().Underlying().(*types.Slice)
	if !ok {
		return false
	}
	any, ok := rest.Elem().Underlying().(*types.Interface)
	return ok && any.Empty()
}

// isNilContext decides a comparison of a context with nil: there is always one, as package
// context asks for.
func isNilContext(v *ssa.BinOp) (is ir.Const, known bool) {
	isNil := func(x ssa.Value) bool {
		c, ok := x.(*ssa.Const)
		return ok && c.IsNil()
	}
	if v.Op != token.EQL && v.Op != token.NEQ || !IsContext(v.X.Type()) || !isNil(v.X) && !isNil(v.Y) {
		return is, false
	}
	is.Kind = ir.Bool
	if v.Op == token.NEQ {
		is.Int = 1
	}
	return is, true
}

func (l *lowerer) call(op ir.Op, c *ssa.CallCommon) ir.Instr {
	in := ir.Instr{Op: op, Callee: &ir.Callee{Err: -1, Judged: -1}}
	sig := c.Signature()
	if c.IsInvoke() {
		in.Callee.Method = c.Method.Origin().FullName()
		if c.Method.Pkg() != nil {
			in.Callee.Pkg = c.Method.Pkg().Path()
		}
		in.X = append(in.X, l.operand(c.Value))
	} else if fn := c.StaticCallee(); fn != nil {
		in.Callee.Func, in.Callee.Pkg = FuncName(fn), PkgPath(fn)
		if mc, ok := c.Value.(*ssa.MakeClosure); ok {
			// A closure called where it is made keeps its captures: they stand
			// before the arguments, as the value of the function.
			in.Name = "closure"
			in.X = append(in.X, l.operand(mc))
		}
	} else if b, ok := c.Value.(*ssa.Builtin); ok {
		in.Callee.Func = "builtin " + b.Name()
	} else {
		in.X = append(in.X, l.operand(c.Value))
	}
	for _, arg := range c.Args {
		in.X = append(in.X, l.operand(arg))
		if in.Callee.ContextIn == 0 && IsContext(arg.Type()) {
			in.Callee.ContextIn = int32(len(in.X))
		}
	}

	res := sig.Results()
	if in.Callee.Func == "errors.AsType" {
		in.Type = types.TypeString(res.At(0).Type(), nil)
		if types.IsInterface(res.At(0).Type()) {
			in.Interface, in.Methods = true, methods(res.At(0).Type())
		}
	}
	if in.Callee.Func == "errors.As" {
		if to, ok := c.Args[1].(*ssa.MakeInterface); ok {
			if ptr, ok := to.X.Type().Underlying().(*types.Pointer); ok && types.IsInterface(ptr.Elem()) {
				in.Interface, in.Methods = true, methods(ptr.Elem())
			}
		}
	}
	in.Callee.CallOptions = TakesCallOptions(sig)
	in.Callee.Response = 1 + ResponseAmong(sig)
	in.Callee.Prints = prints(sig)
	judges := res.Len() > 0 && zeroKind(res.At(res.Len()-1).Type()) == ir.Bool ||
		res.Len() == 2 && zeroKind(res.At(0).Type()) == ir.Bool && IsError(res.At(1).Type())
	for i := range sig.Params().Len() {
		if judges && IsError(sig.Params().At(i).Type()) {
			in.Callee.Judged = int32(len(in.X) - sig.Params().Len() + i)
		}
		if IsContext(sig.Params().At(i).Type()) {
			in.Callee.Context = true
		}
		in.Callee.Duration = in.Callee.Duration || sig.Params().At(i).Type().String() == "time.Duration"
	}
	in.Callee.Results = int32(res.Len())
	for i := range res.Len() {
		t := res.At(i).Type()
		if IsError(t) {
			in.Callee.Err = int32(i)
		}
		if IsContext(t) {
			in.Callee.ContextOut = int32(i + 1)
		}
		in.Callee.Bool = in.Callee.Bool || zeroKind(t) == ir.Bool
		if ch, ok := t.Underlying().(*types.Chan); ok && res.Len() == 1 {
			in.Callee.Timer = ch.Elem().String() == "time.Time"
		}
	}
	return in
}

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	obj := named.Obj()
	return obj.Name() == "Context" && obj.Pkg() != nil && obj.Pkg().Path() == "context"
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

func IsError(t types.Type) bool {
	return types.IsInterface(t) && types.Implements(t, errorType)
}

// maxMethods is the number of methods of a type whose names are kept.
const maxMethods = 40

// methods returns the names of the methods of a type, in order and with a space
// before each; "" if there are none or too many.
func methods(t types.Type) string {
	set := types.NewMethodSet(t)
	if set.Len() > maxMethods {
		return ""
	}
	var b strings.Builder
	for m := range set.Methods() {
		b.WriteString(" " + m.Obj().Name())
	}
	return b.String()
}
