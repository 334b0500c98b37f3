package clients

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/reach"
)

// Fact is what a package exports: what is known of the clients, options and policies that
// others get from it, and the defaults of numbers of attempts.
type Fact struct {
	// Held are the results of functions, the package variables and the fields, by name.
	Held []Held
	// Numbers are the fields that are given one number in the package, by name.
	Numbers []Number
}

// Held is what is known of a value. Its name is that of a function with the index of its
// result, "NewClient#0" or "Factory.Client#1", of a variable, or of a type with a field.
type Held struct {
	Name   string
	Unseen bool
	Sets   []Set
	Layers []Layer
}

// Set is what is set of a library: the values that may hold.
type Set struct {
	Library string
	Sets    catalog.Aspect
	Values  []Value
}

// Value is one value; the zero value is what holds by default.
type Value struct {
	IsSet    bool
	Bound    catalog.Bound
	Wait     catalog.Wait
	Text     string
	Place    string
	LooksOff bool
}

// Layer is a client that is hidden behind another type.
type Layer struct {
	Library, Client string
	As              catalog.TypeRef
	Values          []Value
}

// Number is a field with the number that it is given where its type is declared.
type Number struct {
	Name  string
	N     int64
	Place string
}

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

func (f *Fact) String() string {
	var names []string
	for _, h := range f.Held {
		names = append(names, h.Name)
	}
	for _, n := range f.Numbers {
		names = append(names, fmt.Sprintf("%s = %d", n.Name, n.N))
	}
	return "clients: " + strings.Join(names, ", ")
}

// maxHeld is the number of values that a package exports.
const maxHeld = 200

// export returns the fact of the package, nil if there is nothing to say.
func (p *Package) export() *Fact {
	if reach.IsStandard(p.pass.Pkg.Path()) {
		return nil
	}
	fact := &Fact{Numbers: p.defaults()}
	if p.usesLibrary() {
		fact.Held = p.held()
	}
	if len(fact.Held) == 0 && len(fact.Numbers) == 0 {
		return nil
	}
	return fact
}

// usesLibrary reports whether the package imports a catalogued one that is not of the
// standard library, and is none itself.
func (p *Package) usesLibrary() bool {
	if p.libs.Package(p.pass.Pkg) != nil {
		// What its functions do is in the catalogue.
		return false
	}
	return slices.ContainsFunc(p.pass.Pkg.Imports(), func(imp *types.Package) bool {
		return !reach.IsStandard(imp.Path()) && p.libs.Package(imp) != nil
	})
}

// held returns what is known of what others get from the package.
func (p *Package) held() []Held {
	var found []Held
	add := func(name string, typ types.Type, look func(*tracer) *config) {
		if len(found) == maxHeld || !p.mayMatter(typ) {
			return
		}
		if c := look(p.tracer()); c != nil && (!c.empty() || c.sight == seen) && c.sight != several {
			found = append(found, portable(name, c))
		}
	}
	decls := p.index().decls
	inOrder := func(a, b *types.Func) int { return cmp.Compare(a.Pos(), b.Pos()) }
	for _, fn := range slices.SortedFunc(maps.Keys(decls), inOrder) {
		decl := decls[fn]
		if !fn.Exported() || decl.Body == nil {
			continue
		}
		sig := fn.Signature()
		for i := range sig.Results().Len() {
			add(resultName(fn, i), sig.Results().At(i).Type(), func(t *tracer) *config { return t.returns(decl, i, nil) })
		}
	}
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		if !ast.IsExported(name) {
			continue
		}
		switch obj := scope.Lookup(name).(type) {
		case *types.Var:
			add(name, obj.Type(), func(t *tracer) *config { return t.variable(obj, token.NoPos, nil) })
		case *types.TypeName:
			if st, ok := obj.Type().Underlying().(*types.Struct); ok {
				for field := range st.Fields() {
					if field.Exported() && field.Pkg() == p.pass.Pkg {
						add(name+"."+field.Name(), field.Type(), func(t *tracer) *config { return t.variable(field, token.NoPos, nil) })
					}
				}
			}
		}
	}
	slices.SortFunc(found, func(a, b Held) int { return strings.Compare(a.Name, b.Name) })
	return found
}

// mayMatter reports whether values of a type may be, hide or configure a client.
func (p *Package) mayMatter(t types.Type) bool {
	switch u := types.Unalias(t).(type) {
	case *types.Slice:
		return p.mayMatter(u.Elem())
	case *types.Pointer:
		return p.mayMatter(u.Elem())
	case *types.Signature:
		return slices.ContainsFunc(slices.Collect(u.Params().Variables()), func(v *types.Var) bool { return p.mayMatter(v.Type()) })
	case *types.Named:
		if mayHide(u) {
			return true
		}
		if sig, ok := u.Underlying().(*types.Signature); ok {
			return p.mayMatter(sig)
		}
		if u.Obj().Pkg() == nil || u.Obj().Name() == "Context" {
			return false
		}
		return types.IsInterface(u) && !reach.IsStandard(u.Obj().Pkg().Path()) || p.libs.Package(u.Obj().Pkg()) != nil
	}
	return false
}

// resultName names a result of a function.
func resultName(fn *types.Func, result int) string {
	name := fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		if owner := typeName(recv.Type()); owner != nil {
			name = owner.Name() + "." + name
		}
	}
	return name + "#" + strconv.Itoa(result)
}

func portable(name string, c *config) Held {
	h := Held{Name: name, Unseen: c.sight != seen}
	for _, a := range c.aspects(c) {
		h.Sets = append(h.Sets, Set{a.library, a.sets, portableValues(c.sets[a])})
	}
	for _, l := range c.layers {
		h.Layers = append(h.Layers, Layer{l.library.Name, l.client.Name, l.as, portableValues(l.sets)})
	}
	slices.SortFunc(h.Layers, func(a, b Layer) int {
		return cmp.Or(cmp.Compare(a.Library, b.Library), cmp.Compare(a.Client, b.Client), cmp.Compare(a.As, b.As))
	})
	return h
}

func portableValues(vs []value) []Value {
	out := make([]Value, len(vs))
	for i, v := range sorted(vs) {
		out[i] = Value{v.isSet, v.bound, v.wait, v.text, v.place, v.looksOff}
	}
	return out
}

// config returns what a fact says.
func (p *Package) config(h *Held) *config {
	c := &config{sets: make(map[aspect][]value)}
	if h.Unseen {
		c.sight = unseen
	}
	for _, s := range h.Sets {
		c.sets[aspect{s.Library, s.Sets}] = values(s.Values)
	}
	for _, l := range h.Layers {
		if lib, cl := p.libs.Client(l.Library, l.Client); cl != nil {
			c.layers = append(c.layers, layer{lib, cl, l.As, values(l.Values)})
		}
	}
	return c
}

func values(vs []Value) []value {
	out := make([]value, len(vs))
	for i, v := range vs {
		out[i] = value{isSet: v.IsSet, bound: v.Bound, wait: v.Wait, text: v.Text, place: v.Place, looksOff: v.LooksOff}
	}
	return out
}

// fact returns the fact of an imported package, nil if there is none.
func (p *Package) fact(pkg *types.Package) *Fact {
	if pkg == nil || pkg == p.pass.Pkg {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	fact, ok := p.facts[pkg]
	if !ok {
		fact = new(Fact)
		if !p.pass.ImportPackageFact(pkg, fact) {
			fact = nil
		}
		p.facts[pkg] = fact
	}
	return fact
}

func (p *Package) imported(pkg *types.Package, name string) (*config, bool) {
	fact := p.fact(pkg)
	if fact == nil {
		return nil, false
	}
	i, ok := slices.BinarySearchFunc(fact.Held, name, func(h Held, name string) int { return strings.Compare(h.Name, name) })
	if !ok {
		return nil, false
	}
	return p.config(&fact.Held[i]), true
}

// importedVar returns what is known of a variable of another package.
func (p *Package) importedVar(v *types.Var) *config {
	if c, ok := p.imported(v.Pkg(), v.Name()); ok {
		return c
	}
	return unknownConfig()
}

// importedField returns what is known of a field of a type of another package.
func (p *Package) importedField(owner *types.TypeName, v *types.Var) *config {
	if owner != nil {
		if c, ok := p.imported(owner.Pkg(), owner.Name()+"."+v.Name()); ok {
			return c
		}
	}
	return unknownConfig()
}

// importedResult returns what is known of a result of a function of another package; ok is
// false if nothing is.
func (p *Package) importedResult(fn *types.Func, result int) (c *config, ok bool) {
	return p.imported(fn.Pkg(), resultName(fn, result))
}

// importedNumber returns the number that a field of a type of another package is given
// there.
func (p *Package) importedNumber(owner *types.TypeName, field string) (number, bool) {
	if owner == nil {
		return number{}, false
	}
	fact := p.fact(owner.Pkg())
	if fact == nil {
		return number{}, false
	}
	name := owner.Name() + "." + field
	i, ok := slices.BinarySearchFunc(fact.Numbers, name, func(n Number, name string) int { return strings.Compare(n.Name, name) })
	if !ok {
		return number{}, false
	}
	return number{n: fact.Numbers[i].N, known: true, place: fact.Numbers[i].Place}, true
}

// countWords are parts of the names of fields that hold numbers of attempts.
var countWords = []string{"retr", "attempt", "tries"}

// defaults returns the fields of types of the package that look like numbers of attempts and
// are given one number in it.
func (p *Package) defaults() []Number {
	if m := p.pass.Module; m != nil && m.Version != "" {
		// Only the module's own packages fill each other's configurations.
		return nil
	}
	found := make(map[string]Number)
	differs := make(map[string]bool)
	note := func(owner *types.TypeName, field *ast.Ident, x ast.Expr) {
		lower := strings.ToLower(field.Name)
		if owner == nil || owner.Pkg() != p.pass.Pkg || !slices.ContainsFunc(countWords, func(w string) bool { return strings.Contains(lower, w) }) {
			return
		}
		tv, ok := p.info.Types[x]
		if !ok || tv.Value == nil {
			return
		}
		n, ok := constant.Int64Val(constant.ToInt(tv.Value))
		if !ok {
			return
		}
		name := owner.Name() + "." + field.Name
		if old, ok := found[name]; ok && old.N != n {
			differs[name] = true
		}
		found[name] = Number{name, n, p.place(x.Pos())}
	}
	for _, file := range p.pass.Files {
		if reach.InTest(p.pass.Fset, file.FileStart) {
			continue
		}
		for n := range ast.Preorder(file) {
			p.noteDefault(n, note)
		}
	}
	var numbers []Number
	for name, n := range found {
		if !differs[name] {
			numbers = append(numbers, n)
		}
	}
	slices.SortFunc(numbers, func(a, b Number) int { return strings.Compare(a.Name, b.Name) })
	return numbers
}

// noteDefault calls note for each field that a node gives a value: by assignment, in a
// literal, or as a flag with a default.
func (p *Package) noteDefault(n ast.Node, note func(*types.TypeName, *ast.Ident, ast.Expr)) {
	field := func(x ast.Expr) (*types.TypeName, *ast.Ident) {
		sel, ok := ast.Unparen(x).(*ast.SelectorExpr)
		if !ok || p.info.TypeOf(sel.X) == nil {
			return nil, nil
		}
		return typeName(p.info.TypeOf(sel.X)), sel.Sel
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
			if owner, name := field(n.Lhs[0]); owner != nil {
				note(owner, name, n.Rhs[0])
			}
		}
	case *ast.CompositeLit:
		typ := p.info.TypeOf(n)
		if typ == nil {
			return
		}
		owner := typeName(typ)
		for _, elt := range n.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				if key, ok := kv.Key.(*ast.Ident); ok {
					note(owner, key, kv.Value)
				}
			}
		}
	case *ast.CallExpr:
		sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
		if !ok || !strings.HasSuffix(sel.Sel.Name, "Var") || len(n.Args) < 3 {
			return
		}
		if ptr, ok := ast.Unparen(n.Args[0]).(*ast.UnaryExpr); ok && ptr.Op == token.AND {
			if owner, name := field(ptr.X); owner != nil {
				note(owner, name, n.Args[2])
			}
		}
	}
}
