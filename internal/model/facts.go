package model

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/chain"
	"github.com/retrylint/retrylint/internal/ir"
	"github.com/retrylint/retrylint/internal/reach"
)

// Bodies is the fact of a package: the bodies of those of its functions that
// other packages' retries depend on. A body is a summary whose holes (parameters,
// fields, functions handed in) are filled by running it where it is called.
type Bodies struct {
	// Data is the encoded bodies; they are decoded when one is asked for.
	Data []byte
	// Names are the functions in Data, for people.
	Names []string
	// Carried are the bodies of the packages whose retriers these hand their operation on
	// to: the facts of a package that another does not import itself may not reach it.
	Carried []Carried
}

// Carried is what [Bodies] is of another package.
type Carried struct {
	Path  string
	Data  []byte
	Names []string
}

// AFact marks Bodies as a fact.
func (*Bodies) AFact() {}

func (b *Bodies) String() string {
	text := "bodies: " + strings.Join(b.Names, ", ")
	for _, c := range b.Carried {
		text += "; of " + c.Path
	}
	return text
}

// Limits on what a package exports.
const (
	maxBody   = 250      // instructions of one function
	maxBodies = 96 << 10 // encoded bytes of a package, with those that it carries
)

// export exports the bodies of functions, smallest first, as far as they fit, and then those
// of more.
func (p *pkg) export(fns, more []*types.Func) {
	var bodies []*ir.Func
	owners := make(map[types.Object]bool)
	for _, fn := range fns {
		bodies = append(bodies, p.portableBodies(p.ssa.Prog.FuncValue(fn))...)
		owners[ownerOf(fn)] = true
	}
	for owner := range owners {
		bodies = append(bodies, p.promotedMethods(owner)...)
	}
	var further []*ir.Func
	for _, fn := range more {
		further = append(further, p.portableBodies(p.ssa.Prog.FuncValue(fn))...)
	}
	if set, literals := p.settings(slices.Concat(bodies, further)); set != nil {
		bodies = append(append(bodies, p.bodies.portable(set)), literals...)
	}
	data, bodies := fitting(bodies, further)
	if len(bodies) == 0 {
		return
	}
	fact := &Bodies{Data: data}
	for _, body := range bodies {
		fact.Names = append(fact.Names, reach.Relative(p.pass.Pkg.Path(), body.Name))
	}
	fact.Carried = p.carried(fns, maxBodies-len(data))
	p.pass.ExportPackageFact(fact)
}

// carried returns the bodies of the packages whose retriers some functions hand an operation
// on to, in the order of their paths, as far as they fit into a number of bytes.
func (p *pkg) carried(fns []*types.Func, room int) []Carried {
	needed := make(map[string]*Bodies)
	for _, fn := range fns {
		if len(operations(fn.Signature())) == 0 {
			continue
		}
		for callee := range p.callees(p.ssa.Prog.FuncValue(fn)) {
			if len(operations(callee.Signature())) > 0 && p.bodies.exports(callee) {
				needed[callee.Pkg().Path()] = p.bodies.facts[callee.Pkg().Path()]
			}
		}
	}
	for _, fact := range slices.Collect(maps.Values(needed)) {
		for _, c := range fact.Carried {
			needed[c.Path] = p.bodies.facts[c.Path]
		}
	}
	var all []Carried
	for _, path := range slices.Sorted(maps.Keys(needed)) {
		if c := needed[path]; len(c.Data) <= room {
			all = append(all, Carried{path, c.Data, c.Names})
			room -= len(c.Data)
		}
	}
	return all
}

// callees returns the declared functions that a function calls by their names.
func (p *pkg) callees(fn *ssa.Function) map[*types.Func]bool {
	found := make(map[*types.Func]bool)
	if fn == nil {
		return found
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				if callee := call.Common().StaticCallee(); callee != nil {
					if declared, ok := callee.Object().(*types.Func); ok {
						found[declared.Origin()] = true
					}
				}
			}
		}
	}
	return found
}

// portableBodies returns the bodies of a function and of the literals in it, nil if it is too
// large.
func (p *pkg) portableBodies(fn *ssa.Function) []*ir.Func {
	if fn == nil || len(fn.Blocks) == 0 {
		return nil
	}
	body := p.bodies.lower(fn)
	if body.Size() > maxBody {
		return nil
	}
	found := []*ir.Func{p.bodies.portable(body)}
	for _, anon := range fn.AnonFuncs {
		found = append(found, p.portableBodies(anon)...)
	}
	return found
}

// promotedMethods returns the bodies of the methods that a type has from what it
// embeds.
func (p *pkg) promotedMethods(owner types.Object) []*ir.Func {
	if owner == nil || types.IsInterface(owner.Type()) {
		return nil
	}
	var found []*ir.Func
	for sel := range types.NewMethodSet(types.NewPointer(owner.Type())).Methods() {
		if len(sel.Index()) < 2 {
			continue
		}
		name := "(*" + p.pass.Pkg.Path() + "." + owner.Name() + ")." + sel.Obj().Name()
		if body := p.bodies.promoted(name); body != nil && body.Size() <= maxBody {
			found = append(found, p.bodies.portable(body))
		}
	}
	return found
}

// fitting returns as many bodies as fit into a fact, the largest left out first and more of
// them before the others, in the order of their names, and encodes them.
func fitting(bodies, more []*ir.Func) (data []byte, kept []*ir.Func) {
	byName := func(a, b *ir.Func) int { return strings.Compare(a.Name, b.Name) }
	bySize := func(a, b *ir.Func) int { return cmp.Or(cmp.Compare(a.Size(), b.Size()), byName(a, b)) }
	bodies = slices.Concat(slices.SortedFunc(slices.Values(bodies), bySize), slices.SortedFunc(slices.Values(more), bySize))
	// Each try encodes everything; a package of very many functions takes few.
	for low, high := 0, len(bodies); low < high; {
		n := high
		if high < len(bodies) {
			n = (low + high + 1) / 2
		}
		some := slices.SortedFunc(slices.Values(bodies[:n]), byName)
		some = slices.CompactFunc(some, func(a, b *ir.Func) bool { return a.Name == b.Name })
		if d, err := encode(some); err == nil && len(d) <= maxBodies {
			data, kept, low = d, some, n
		} else {
			high = n - 1
		}
	}
	return data, kept
}

// portable returns a copy of a body without positions, which mean nothing in another
// package, and with what only this one knows of what it calls: facts of packages that
// another does not import itself may not reach it.
func (b *bodies) portable(body *ir.Func) *ir.Func {
	out := *body
	out.Pos = token.NoPos
	out.Blocks = slices.Clone(body.Blocks)
	for i := range out.Blocks {
		out.Blocks[i].Instrs = slices.Clone(out.Blocks[i].Instrs)
		for j := range out.Blocks[i].Instrs {
			in := &out.Blocks[i].Instrs[j]
			in.Pos = token.NoPos
			if in.Callee != nil && in.Callee.Func != "" {
				callee := *in.Callee
				callee.Waits = b.MayWait(&callee)
				in.Callee = &callee
			}
		}
	}
	return &out
}

// numberTypes makes gob number the types of facts. It does so in the order in which a process
// meets them, and the numbers are part of what it writes: without this, the bytes of a fact
// would depend on what else was encoded before.
var numberTypes = sync.OnceFunc(func() {
	// Nothing is written, and gob encodes any structure.
	_ = gob.NewEncoder(io.Discard).Encode([]*ir.Func(nil))
	new(chain.Package).Encode()
})

func encode(bodies []*ir.Func) ([]byte, error) {
	numberTypes()
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(bodies); err != nil {
		return nil, fmt.Errorf("encode bodies: %w", err)
	}
	return buf.Bytes(), nil
}

func decode(data []byte) ([]*ir.Func, error) {
	var bodies []*ir.Func
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&bodies); err != nil {
		return nil, fmt.Errorf("decode bodies: %w", err)
	}
	for _, body := range bodies {
		if !body.Valid() {
			return nil, fmt.Errorf("decode bodies: %s is not valid", body.Name)
		}
	}
	return bodies, nil
}

// other returns the body of a function of another package, nil if no fact has it.
func (b *bodies) other(pkg, name string) *ir.Func {
	if pkg == "" || pkg == b.pkg.pass.Pkg.Path() || reach.IsStandard(pkg) {
		return nil
	}
	b.gather()
	byName, ok := b.others[pkg]
	if !ok {
		byName = make(map[string]*ir.Func)
		b.others[pkg] = byName
		if fact := b.facts[pkg]; fact != nil {
			// A fact that cannot be read was written by another version: it is no fact.
			if decoded, err := decode(fact.Data); err == nil {
				for _, body := range decoded {
					byName[body.Name] = body
					b.learn(body)
				}
			}
		}
	}
	return byName[name]
}

// maxMethods is the number of methods of a type that exists to wait: a larger one
// is a client that also waits somewhere.
const maxMethods = 12

// gather finds the facts of the packages below, once.
func (b *bodies) gather() {
	if b.facts != nil {
		return
	}
	b.others = make(map[string]map[string]*ir.Func)
	b.facts = make(map[string]*Bodies)
	for _, f := range b.pkg.pass.AllPackageFacts() {
		if fact, ok := f.Fact.(*Bodies); ok {
			b.facts[f.Package.Path()] = fact
		}
	}
	for _, fact := range slices.Collect(maps.Values(b.facts)) {
		for _, c := range fact.Carried {
			if b.facts[c.Path] == nil {
				b.facts[c.Path] = &Bodies{Data: c.Data, Names: c.Names}
			}
		}
	}
}

// exports reports whether another package exports the body of a function.
func (b *bodies) exports(fn *types.Func) bool {
	if fn.Pkg() == nil || fn.Pkg() == b.pkg.pass.Pkg || reach.IsStandard(fn.Pkg().Path()) {
		return false
	}
	b.gather()
	fact := b.facts[fn.Pkg().Path()]
	return fact != nil && slices.Contains(fact.Names, reach.Relative(fn.Pkg().Path(), fn.FullName()))
}

// worthExporting returns the functions of the package that say something about
// retries elsewhere: those that wait, compute durations, judge an answer, or run a
// function that is handed in again, and what belongs to the types they are methods of. Where
// the package is shown, more are those that hand on what was answered over HTTP. It reads
// syntax only; what it returns costs SSA.
func (p *pkg) worthExporting(shown bool) (fns, more []*types.Func) {
	decls := make(map[*types.Func]*ast.FuncDecl)
	methods := make(map[types.Object]int)
	for _, file := range p.pass.Files {
		if reach.InTest(p.pass.Fset, file.FileStart) || ast.IsGenerated(file) {
			continue
		}
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			if fn, ok := p.pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
				decls[fn] = decl
				methods[ownerOf(fn)]++
			}
		}
	}
	worth := make(map[*types.Func]bool)
	owners := make(map[types.Object]bool)
	own := func(obj types.Object) {
		if obj != nil && obj.Pkg() == p.pass.Pkg && methods[obj] <= maxMethods {
			owners[obj] = true
		}
	}
	for fn, decl := range decls {
		if p.saysSomething(fn, decl) {
			worth[fn] = true
			own(ownerOf(fn))
		}
	}
	// retriers are those that run what they are given again, makers return what they are
	// set up with, and needs is what it takes to run them. Each body is read once for
	// what it mentions.
	retriers := make(map[*types.Func]bool)
	makers := make(map[*types.Func]bool)
	read := make(map[*types.Func]bool)
	needs := make(map[types.Object]bool)
	say := maps.Clone(worth)
	judges := &judges{pkg: p, funcs: decls}
	for fn, decl := range decls {
		if judges.is(fn, decl) {
			needs[fn] = true
		}
		if p.repeatsWhatItIsGiven(fn.Signature(), decl) {
			retriers[fn], worth[fn] = true, true
			p.ownParams(fn, own)
		}
	}
	for changed := true; changed; {
		changed = false
		for fn, decl := range decls {
			if !retriers[fn] && p.handsOn(fn, decl, retriers) {
				retriers[fn], worth[fn] = true, true
				changed = true
				p.ownParams(fn, own)
			}
			if !say[fn] && !makers[fn] && makes(fn, owners) {
				makers[fn], worth[fn] = true, true
				changed = true
				p.ownParams(fn, own)
			}
			if !worth[fn] && owners[ownerOf(fn)] {
				worth[fn] = true
				changed = true
			}
			needed := retriers[fn] || needs[fn] || needs[ownerOf(fn)]
			if needed && !read[fn] && p.reach.Func(fn).Remote < reach.Remote {
				read[fn], worth[fn] = true, true
				changed = true
				p.mentions(decl, methods, needs)
			}
			if !needs[fn] && p.marksError(fn, decl, needs) {
				needs[fn] = true
				changed = true
			}
		}
	}
	if shown {
		for fn := range p.senders(decls, methods) {
			if !worth[fn] {
				more = append(more, fn)
			}
		}
	}
	byName := func(a, b *types.Func) int { return strings.Compare(a.FullName(), b.FullName()) }
	slices.SortFunc(more, byName)
	return slices.SortedFunc(maps.Keys(worth), byName), more
}

// saysSomething reports whether the body of a function matters to retries of
// other packages by itself.
func (p *pkg) saysSomething(fn *types.Func, decl *ast.FuncDecl) bool {
	s := p.reach.Func(fn)
	return s.Waits && s.Remote < reach.Remote || computesDuration(fn.Signature(), decl) || judgesInPlace(fn.Signature())
}

// judgesInPlace reports whether a function is given the address of an error and answers
// with a flag: it may change the error that it judges.
func judgesInPlace(sig *types.Signature) bool {
	if sig.Results().Len() != 1 || sig.Results().At(0).Type().String() != "bool" {
		return false
	}
	for v := range sig.Params().Variables() {
		if v.Type().String() == "*error" {
			return true
		}
	}
	return false
}

// paramTypes returns the named types of parameters, and of what slices of them hold:
// options are often given so.
func paramTypes(sig *types.Signature) map[types.Object]bool {
	found := make(map[types.Object]bool)
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		if slice, ok := t.Underlying().(*types.Slice); ok {
			t = slice.Elem()
		}
		if obj := typeName(t); obj != nil {
			found[obj] = true
		}
	}
	return found
}

// ownParams marks the types that parameters of a function have, or may hold.
func (p *pkg) ownParams(fn *types.Func, own func(types.Object)) {
	for t := range paramTypes(fn.Signature()) {
		for _, implementation := range p.implementations(t) {
			own(implementation)
		}
	}
}

// implementations returns a named type and, if it is an interface of this package,
// the types of the package that implement it.
func (p *pkg) implementations(t types.Object) []types.Object {
	found := []types.Object{t}
	iface, ok := t.Type().Underlying().(*types.Interface)
	if !ok || t.Pkg() != p.pass.Pkg {
		return found
	}
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn == t {
			continue
		}
		if named, ok := tn.Type().(*types.Named); ok && named.TypeParams().Len() == 0 && types.Implements(types.NewPointer(named), iface) || types.Implements(tn.Type(), iface) {
			found = append(found, tn)
		}
	}
	return found
}

// mentions adds to needs the functions and types of this package that a function
// mentions.
func (p *pkg) mentions(decl *ast.FuncDecl, methods map[types.Object]int, needs map[types.Object]bool) {
	for n := range ast.Preorder(decl.Body) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		obj := p.pass.TypesInfo.Uses[id]
		switch o := obj.(type) {
		case *types.Func:
			obj = o.Origin()
		case *types.TypeName:
			if methods[o] > maxMethods {
				continue
			}
		default:
			continue
		}
		if obj.Pkg() == p.pass.Pkg {
			needs[obj] = true
		}
	}
}

// marksError reports whether a function takes an error and returns one of a type that
// retriers look for: it marks errors that are not to be repeated, or for how long to
// wait.
func (p *pkg) marksError(fn *types.Func, decl *ast.FuncDecl, needs map[types.Object]bool) bool {
	sig := fn.Signature()
	if sig.Recv() != nil || sig.Params().Len() != 1 || sig.Results().Len() != 1 || !reach.ReturnsError(sig) {
		return false
	}
	for n := range ast.Preorder(decl.Body) {
		if lit, ok := n.(*ast.CompositeLit); ok && needs[typeName(p.pass.TypesInfo.TypeOf(lit))] {
			return true
		}
	}
	return false
}

// computesDuration reports whether a function returns a duration that it does not
// merely look up: it takes something, or calculates.
func computesDuration(sig *types.Signature, decl *ast.FuncDecl) bool {
	returns := false
	for i := range sig.Results().Len() {
		returns = returns || sig.Results().At(i).Type().String() == "time.Duration"
	}
	if !returns {
		return false
	}
	if sig.Params().Len() > 0 {
		return true
	}
	for n := range ast.Preorder(decl.Body) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.MUL || n.Op == token.SHL || n.Op == token.ADD {
				return true
			}
		case *ast.AssignStmt:
			if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
				return true
			}
		}
	}
	return false
}

// repeatsWhatItIsGiven reports whether a function calls, within a loop, a parameter
// that returns an error and takes nothing that tells one round from the next.
func (p *pkg) repeatsWhatItIsGiven(sig *types.Signature, decl *ast.FuncDecl) bool {
	given := operations(sig)
	if len(given) == 0 {
		return false
	}
	for n := range ast.Preorder(decl.Body) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.LabeledStmt:
			for inner := range ast.Preorder(n) {
				if id, ok := inner.(*ast.Ident); ok && given[p.pass.TypesInfo.Uses[id]] {
					return true
				}
			}
		}
	}
	return false
}

// handsOn reports whether a function hands an operation that it is given on to one
// that is worth exporting.
func (p *pkg) handsOn(fn *types.Func, decl *ast.FuncDecl, worth map[*types.Func]bool) bool {
	given := operations(fn.Signature())
	if len(given) == 0 {
		return false
	}
	to, uses := false, false
	for n := range ast.Preorder(decl.Body) {
		if id, ok := n.(*ast.Ident); ok {
			uses = uses || given[p.pass.TypesInfo.Uses[id]]
			if callee, ok := p.pass.TypesInfo.Uses[id].(*types.Func); ok {
				to = to || worth[callee.Origin()] || p.bodies.exports(callee.Origin())
			}
		}
	}
	return to && uses
}

// operations returns the parameters that look like something to attempt, or hold it.
func operations(sig *types.Signature) map[types.Object]bool {
	found := make(map[types.Object]bool)
	for i := range sig.Params().Len() {
		if param := sig.Params().At(i); isOperation(param.Type()) || holdsOperation(param.Type()) {
			found[param] = true
		}
	}
	return found
}

// maxFields is the number of fields of a type that says what to attempt and how: a larger one
// configures more.
const maxFields = 8

// holdsOperation reports whether a type is a small structure, or points to one, in which one
// field looks like something to attempt.
func holdsOperation(t types.Type) bool {
	st := structOf(t)
	if st == nil || st.NumFields() > maxFields {
		return false
	}
	operations := 0
	for field := range st.Fields() {
		if isOperation(field.Type()) {
			operations++
		}
	}
	return operations == 1
}

// isOperation reports whether a type looks like that of something to attempt: a
// function that returns an error, and takes at most a context and a number.
func isOperation(t types.Type) bool {
	op, ok := t.Underlying().(*types.Signature)
	if !ok || !reach.ReturnsError(op) {
		return false
	}
	for i := range op.Params().Len() {
		_, isBasic := op.Params().At(i).Type().Underlying().(*types.Basic)
		if !isBasic && op.Params().At(i).Type().String() != "context.Context" {
			return false
		}
	}
	return true
}

// ownerOf returns the name of the type that fn is a method of, nil if it is none.
func ownerOf(fn *types.Func) types.Object {
	if recv := fn.Signature().Recv(); recv != nil {
		return typeName(recv.Type())
	}
	return nil
}

func typeName(t types.Type) types.Object {
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return named.Origin().Obj()
	}
	return nil
}

// makes reports whether a function returns one of some types.
func makes(fn *types.Func, owners map[types.Object]bool) bool {
	res := fn.Signature().Results()
	for i := range res.Len() {
		if obj := typeName(res.At(i).Type()); obj != nil && owners[obj] {
			return true
		}
	}
	return false
}
