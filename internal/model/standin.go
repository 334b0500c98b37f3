package model

import (
	"go/types"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/ir"
	"github.com/retrylint/retrylint/internal/reach"
)

// standIn returns a body that does what the catalogue says of a retrier, for where its
// own is not in sight or too large to follow; nil if the catalogue says nothing, or what
// it says of the decision cannot be computed from an error. How often and how long it
// waits stays open.
func (b *bodies) standIn(name string) *ir.Func {
	if body, ok := b.standIns[name]; ok {
		return body
	}
	b.standIns[name] = nil
	fn := b.declared(name)
	if fn == nil {
		return nil
	}
	e := b.pkg.clients.Known(fn)
	if e == nil || e.Retrier == nil || e.Retrier.Periodic || e.Retrier.Optimistic {
		return nil
	}
	w := &standInWriter{fn: fn, entry: e, out: &ir.Func{Name: name, Pkg: fn.Pkg().Path()}}
	if w.write() {
		b.standIns[name] = w.out
	}
	return b.standIns[name]
}

// retrier returns the body of a function that may run again what it is given, nil if
// there is none; standIns says that what the catalogue knows stands in for it.
func (b *bodies) retrier(name string, standIns bool) *ir.Func {
	if standIns {
		if body := b.standIn(name); body != nil {
			return body
		}
	}
	body, _ := b.Body(name)
	return body
}

// declared returns the function or method of another package that has a full name, nil
// if its package is not in sight.
func (b *bodies) declared(name string) *types.Func {
	pkg := b.imported()[b.homes[name]]
	if pkg == nil {
		return nil
	}
	rest := reach.Relative(pkg.Path(), name)
	typ, method, isMethod := strings.Cut(strings.TrimLeft(rest, "(*"), ").")
	if !isMethod {
		fn, _ := pkg.Scope().Lookup(rest).(*types.Func)
		return fn
	}
	typ, _, _ = strings.Cut(typ, "[")
	tn, ok := pkg.Scope().Lookup(typ).(*types.TypeName)
	if !ok {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(tn.Type(), true, pkg, method)
	fn, _ := obj.(*types.Func)
	return fn
}

// standInWriter writes the body of a retrier.
type standInWriter struct {
	fn    *types.Func
	entry *catalog.Entry
	out   *ir.Func
	// vars are the receiver and the parameters, in the order of their registers.
	vars []*types.Var
}

// The blocks of a stand-in.
const (
	entryBlock = iota
	attemptBlock
	failedBlock
	defaultBlock
	judgeBlock
	waitBlock
	goOnBlock
	leaveBlock
)

// write writes the body; it is false if the retrier does not decide by the error alone.
func (w *standInWriter) write() bool {
	sig := w.fn.Signature()
	if sig.Recv() != nil {
		w.vars = append(w.vars, sig.Recv())
	}
	w.vars = slices.AppendSeq(w.vars, sig.Params().Variables())
	for _, v := range w.vars {
		w.out.Params = append(w.out.Params, v.Name())
	}
	w.out.Regs = int32(len(w.vars))
	w.out.Blocks = make([]ir.Block, leaveBlock+1)
	callback := w.at(w.entry.Retrier.Callback)
	if callback == ir.NoOperand {
		return false
	}
	run, ok := w.vars[callback-1].Type().Underlying().(*types.Signature)
	if !ok {
		return false
	}

	w.jump(entryBlock, attemptBlock)
	if !w.attempt(callback, run) || !w.decide() {
		return false
	}
	w.pause()
	xs := make([]ir.Operand, sig.Results().Len())
	for i := range xs {
		xs[i] = w.constant(ir.Const{Kind: ir.Nil})
	}
	w.add(leaveBlock, ir.Instr{Op: ir.Return, X: xs})
	for b := range w.out.Blocks {
		for _, succ := range w.out.Blocks[b].Succs {
			w.out.Blocks[succ].Preds = append(w.out.Blocks[succ].Preds, int32(b))
		}
	}
	return true
}

// pause writes the wait. Where the retrier listens to a context, that ends it.
func (w *standInWriter) pause() {
	length := w.call(waitBlock, exec.Unknown)
	i := slices.IndexFunc(w.vars, func(v *types.Var) bool { return v.Type().String() == contextType })
	if i < 0 || !w.entry.Retrier.Context {
		w.call(waitBlock, "time.Sleep", length)
		w.jump(waitBlock, goOnBlock)
	} else {
		over, chosen, which := w.reg(), w.reg(), w.reg()
		w.add(waitBlock, ir.Instr{Op: ir.Call, Dst: over, X: []ir.Operand{ir.Operand(i + 1)}, Callee: &ir.Callee{
			Method: "(context.Context).Done", Pkg: "context", Results: 1, Err: -1, Judged: -1,
		}})
		timer := w.call(waitBlock, "time.After", length)
		w.add(waitBlock, ir.Instr{Op: ir.Select, Dst: chosen, Blocking: true, Cases: []ir.Case{{Chan: over}, {Chan: timer}}})
		w.add(waitBlock, ir.Instr{Op: ir.Extract, Dst: which, X: []ir.Operand{chosen}})
		ended := w.reg()
		w.add(waitBlock, ir.Instr{Op: ir.Binary, Dst: ended, Name: "==", X: []ir.Operand{which, w.constant(ir.Const{Kind: ir.Int})}})
		w.branch(waitBlock, ended, leaveBlock, goOnBlock)
	}
	w.branch(goOnBlock, w.call(goOnBlock, exec.Unknown), leaveBlock, attemptBlock)
}

// failed is the register that holds the error of an attempt.
func (w *standInWriter) failed() ir.Operand { return ir.Operand(len(w.vars) + 1) }

// attempt writes the call of the callback, and where its success leads; it is false if the
// callback returns no error.
func (w *standInWriter) attempt(callback ir.Operand, run *types.Signature) bool {
	failed := w.reg()
	results := run.Results()
	callee := &ir.Callee{Err: -1, Judged: -1, Results: int32(results.Len())}
	done := int32(-1)
	for i := range results.Len() {
		switch t := results.At(i).Type(); {
		case isBool(t):
			callee.Bool, done = true, int32(i)
		case isError(t):
			callee.Err = int32(i)
		}
	}
	if callee.Err < 0 || w.entry.Retrier.Poll && done < 0 {
		return false
	}
	xs := []ir.Operand{callback}
	for v := range run.Params().Variables() {
		xs = append(xs, w.given(v.Type()))
		if v.Type().String() == contextType && callee.ContextIn == 0 {
			callee.Context, callee.ContextIn = true, int32(len(xs))
		}
	}
	if callee.Results == 1 {
		w.add(attemptBlock, ir.Instr{Op: ir.Call, Dst: failed, X: xs, Callee: callee})
		w.branch(attemptBlock, w.isNil(attemptBlock, failed), leaveBlock, failedBlock)
		return true
	}
	all := w.reg()
	w.add(attemptBlock, ir.Instr{Op: ir.Call, Dst: all, X: xs, Callee: callee})
	w.add(attemptBlock, ir.Instr{Op: ir.Extract, Dst: failed, N: callee.Err, X: []ir.Operand{all}})
	if !w.entry.Retrier.Poll {
		w.branch(attemptBlock, w.isNil(attemptBlock, failed), leaveBlock, failedBlock)
		return true
	}
	isDone := w.reg()
	w.add(attemptBlock, ir.Instr{Op: ir.Extract, Dst: isDone, N: done, X: []ir.Operand{all}})
	w.branch(attemptBlock, w.isNil(attemptBlock, failed), failedBlock, leaveBlock)
	w.branch(failedBlock, isDone, leaveBlock, waitBlock)
	return true
}

const contextType = "context.Context"

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// given returns what a callback is given for a parameter: the context of the retrier, or
// what is not known.
func (w *standInWriter) given(t types.Type) ir.Operand {
	for i, v := range w.vars {
		if t.String() == contextType && types.Identical(v.Type(), t) {
			return ir.Operand(i + 1)
		}
	}
	return w.call(attemptBlock, exec.Unknown)
}

// decide writes which errors lead to another attempt; it is false if that is not said, or
// not by the error alone.
func (w *standInWriter) decide() bool {
	r := w.entry.Retrier
	if r.Poll {
		return true
	}
	if by := w.at(r.Decision.By); by != ir.NoOperand {
		w.jump(failedBlock, judgeBlock)
		return w.judge(by, w.vars[by-1].Type())
	}
	if policy, typ := w.policy(); policy != ir.NoOperand {
		w.branch(failedBlock, w.call(failedBlock, exec.Unset, policy), defaultBlock, judgeBlock)
		if !w.judge(policy, typ) {
			return false
		}
	} else {
		w.jump(failedBlock, defaultBlock)
	}
	switch {
	case slices.Contains(r.Decision.Errors, catalog.AnyUnmarked):
		w.branch(defaultBlock, w.call(defaultBlock, exec.MarkedFinal, w.failed(), w.path()), leaveBlock, waitBlock)
	case slices.Contains(r.Decision.Errors, catalog.OnlyMarked):
		w.branch(defaultBlock, w.call(defaultBlock, exec.MarkedRetriable, w.failed(), w.path()), waitBlock, leaveBlock)
	case slices.Contains(r.Decision.Errors, catalog.AnyError):
		w.jump(defaultBlock, waitBlock)
	default:
		return false
	}
	return true
}

// policy loads the predicate that a field of the receiver or an option may give and that
// takes the place of what is decided by default, with its type; NoOperand if there is no such
// setting.
func (w *standInWriter) policy() (ir.Operand, types.Type) {
	for _, s := range w.entry.Retrier.Settings {
		setting := w.entry.Library.Setting(s)
		if setting == nil || setting.Sets != catalog.SetsDecision || !setting.Decision.Replaces || s.Path != w.out.Pkg {
			continue
		}
		if owner, name, ok := strings.Cut(s.Name, "."); ok {
			if value, typ := w.field(owner, name); value != ir.NoOperand {
				return value, typ
			}
			continue
		}
		option, ok := w.fn.Pkg().Scope().Lookup(s.Name).(*types.Func)
		if !ok || !w.fn.Signature().Variadic() || option.Signature().Params().Len() != 1 {
			continue
		}
		value := w.call(failedBlock, exec.OptionGiven, ir.Operand(len(w.vars)), w.constant(ir.Const{Kind: ir.String, Str: option.FullName()}))
		return value, option.Signature().Params().At(0).Type()
	}
	return ir.NoOperand, nil
}

// field loads a field of the receiver, if that is of a type.
func (w *standInWriter) field(owner, name string) (ir.Operand, types.Type) {
	recv := w.fn.Signature().Recv()
	if recv == nil {
		return ir.NoOperand, nil
	}
	ptr, isPointer := recv.Type().(*types.Pointer)
	t := recv.Type()
	if isPointer {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Name() != owner {
		return ir.NoOperand, nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, w.fn.Pkg(), name)
	field, ok := obj.(*types.Var)
	if !ok {
		return ir.NoOperand, nil
	}
	value := w.reg()
	if !isPointer {
		w.add(failedBlock, ir.Instr{Op: ir.Field, Dst: value, Name: name, X: []ir.Operand{1}})
		return value, field.Type()
	}
	addr := w.reg()
	w.add(failedBlock, ir.Instr{Op: ir.FieldAddr, Dst: addr, Name: name, X: []ir.Operand{1}})
	w.add(failedBlock, ir.Instr{Op: ir.Load, Dst: value, X: []ir.Operand{addr}})
	return value, field.Type()
}

// judge writes the call of a predicate for the error; it is false if the predicate wants to
// know something else.
func (w *standInWriter) judge(predicate ir.Operand, typ types.Type) bool {
	sig, ok := typ.Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 1 || sig.Results().Len() != 1 || !isError(sig.Params().At(0).Type()) || !isBool(sig.Results().At(0).Type()) {
		return false
	}
	again := w.reg()
	callee := &ir.Callee{Err: -1, Judged: 1, Results: 1, Bool: true}
	w.add(judgeBlock, ir.Instr{Op: ir.Call, Dst: again, X: []ir.Operand{predicate, w.failed()}, Callee: callee})
	w.branch(judgeBlock, again, waitBlock, leaveBlock)
	return true
}

// at returns the register of a place, NoOperand if there is none.
func (w *standInWriter) at(place catalog.Place) ir.Operand {
	sig := w.fn.Signature()
	i, ok := place.Index(sig)
	switch {
	case place == catalog.Receiver && sig.Recv() != nil:
		return 1
	case !ok:
		return ir.NoOperand
	case sig.Recv() != nil:
		i++
	}
	return ir.Operand(i + 1)
}

func (w *standInWriter) reg() ir.Operand {
	w.out.Regs++
	return ir.Operand(w.out.Regs)
}

func (w *standInWriter) constant(c ir.Const) ir.Operand {
	w.out.Consts = append(w.out.Consts, c)
	return ir.Operand(-len(w.out.Consts))
}

// path returns the path of the package of the retrier.
func (w *standInWriter) path() ir.Operand {
	return w.constant(ir.Const{Kind: ir.String, Str: w.out.Pkg})
}

func (w *standInWriter) add(block int, in ir.Instr) {
	w.out.Blocks[block].Instrs = append(w.out.Blocks[block].Instrs, in)
}

// call writes a call of a function that is known by name and returns one value.
func (w *standInWriter) call(block int, name string, xs ...ir.Operand) ir.Operand {
	result := w.reg()
	w.add(block, ir.Instr{Op: ir.Call, Dst: result, X: xs, Callee: &ir.Callee{Func: name, Err: -1, Judged: -1, Results: 1}})
	return result
}

func (w *standInWriter) isNil(block int, x ir.Operand) ir.Operand {
	is := w.reg()
	w.add(block, ir.Instr{Op: ir.Binary, Dst: is, Name: "==", X: []ir.Operand{x, w.constant(ir.Const{Kind: ir.Nil})}})
	return is
}

func (w *standInWriter) jump(from, to int) {
	w.add(from, ir.Instr{Op: ir.Jump})
	w.out.Blocks[from].Succs = []int32{int32(to)}
}

// branch ends a block: with yes if the condition holds, else with no.
func (w *standInWriter) branch(from int, cond ir.Operand, yes, no int) {
	w.add(from, ir.Instr{Op: ir.If, X: []ir.Operand{cond}})
	w.out.Blocks[from].Succs = []int32{int32(yes), int32(no)}
}
