package model

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retrylint/retrylint/internal/attempts"
	"github.com/retrylint/retrylint/internal/chain"
	"github.com/retrylint/retrylint/internal/lower"
	"github.com/retrylint/retrylint/internal/reach"
)

// Summaries is the fact of a package: the summaries of those of its functions on which
// call paths of other packages may lead to a retry site, and of what these lead to
// elsewhere. A driver hands on the facts of the packages that one imports, and not of those
// further down, so each fact has to say all that its readers need.
type Summaries struct {
	// Data is the encoded summaries; they are decoded when one is asked for.
	Data []byte
	// Packages are the packages of the functions in Data, in order, and Names for each of
	// them its functions, without the path of the package, in order.
	Packages []string
	Names    [][]string
	// Stored are the fields and variables, Interfaces the interfaces, of which Data says
	// something.
	Stored, Interfaces []string
}

// AFact marks Summaries as a fact.
func (*Summaries) AFact() {}

func (f *Summaries) String() string {
	var all []string
	for _, names := range f.Names {
		all = append(all, names...)
	}
	return "summaries: " + strings.Join(all, ", ")
}

// has reports whether the fact has a summary of a function of a package, whose name is
// without the path of that.
func (f *Summaries) has(pkg, name string) bool {
	i, ok := slices.BinarySearch(f.Packages, pkg)
	if !ok || i >= len(f.Names) {
		return false
	}
	_, ok = slices.BinarySearch(f.Names[i], name)
	return ok
}

// Chain is a call path on which retry sites multiply.
type Chain struct {
	chain.Path
	// Site is the first site on the path; nil if the chain closes at a call, which
	// stands between From and To then, or begins with a site that somebody has told of.
	Site     *Site
	From, To token.Pos
	// Declaration is the declared function around it.
	Declaration string
	// Before is the product without what a chain that closes at a call is given there.
	Before attempts.Count
	// Callers says that the first site are the callers of a function, which stands between
	// From and To; Told that somebody has told of the first site.
	Callers, Told bool
}

// summaries holds the summaries of the package at hand and of those below it.
type summaries struct {
	*pkg
	own chain.Package
	// byName are the functions of this package.
	byName map[string]*chain.Summary
	// sites are the sites behind those of the summaries.
	sites  map[string]map[*Site]int
	stored map[string][]chain.Value
	// implementations are the concrete types that become values of an interface.
	implementations map[string][]chain.Value
	// others are what facts say, carriers the facts with functions of a package: its own
	// first, then in the order of the packages that export them.
	others   map[*Summaries]*otherPackage
	carriers map[string][]*Summaries
	// follower follows paths; mu guards it, because rules run at the same time.
	follower *chain.Follower
	mu       sync.Mutex
	// elsewhere follows paths as far as they are known without this package.
	elsewhere *chain.Follower
	// closed are the chains that were found to close at a call.
	closed map[string]bool
	// told are the sites that a directive tells of, by function.
	told map[string]toldSite
	// storedElsewhere are the facts that know what a field or variable keeps,
	// implementedElsewhere those that know what is made a value of an interface, by its name.
	storedElsewhere, implementedElsewhere map[string][]*Summaries
}

// otherPackage is what a fact says.
type otherPackage struct {
	byName map[string]*chain.Summary
	// methods are the methods with a summary by type.
	methods         map[string][]*chain.Summary
	stored          map[string][]chain.Value
	implementations map[string][]chain.Value
}

// gatherSummaries finds the summaries of the packages below.
func (p *pkg) gatherSummaries() *summaries {
	s := &summaries{
		pkg: p, byName: make(map[string]*chain.Summary), sites: make(map[string]map[*Site]int),
		stored: make(map[string][]chain.Value), implementations: make(map[string][]chain.Value),
		others: make(map[*Summaries]*otherPackage), carriers: make(map[string][]*Summaries),
		told: make(map[string]toldSite), storedElsewhere: make(map[string][]*Summaries), implementedElsewhere: make(map[string][]*Summaries),
	}
	s.follower = chain.NewFollower(s)
	imports := slices.Clone(p.pass.Pkg.Imports())
	slices.SortFunc(imports, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	for _, imp := range imports {
		fact := new(Summaries)
		if !p.pass.ImportPackageFact(imp, fact) {
			continue
		}
		for _, path := range fact.Packages {
			if path == imp.Path() {
				s.carriers[path] = append([]*Summaries{fact}, s.carriers[path]...)
			} else {
				s.carriers[path] = append(s.carriers[path], fact)
			}
		}
		for _, name := range fact.Stored {
			s.storedElsewhere[name] = append(s.storedElsewhere[name], fact)
		}
		for _, name := range fact.Interfaces {
			s.implementedElsewhere[name] = append(s.implementedElsewhere[name], fact)
		}
	}
	return s
}

// concerned reports whether call paths through the package at hand may lead to a retry
// site elsewhere: it mentions a function that has a summary, or calls a client that
// retries by itself, or an interface method that may reach another process, whose
// implementation is yet to be known.
func (s *summaries) concerned() bool {
	info := s.pass.TypesInfo
	for _, file := range s.pass.Files {
		if reach.InTest(s.pass.Fset, file.FileStart) {
			continue
		}
		for n := range ast.Preorder(file) {
			switch n := n.(type) {
			case *ast.Ident:
				if fn, ok := info.Uses[n].(*types.Func); ok && s.has(fn.Origin()) {
					return true
				}
			case *ast.CallExpr:
				fn, ok := typeutil.Callee(info, n).(*types.Func)
				if ok && s.reach.Func(fn).Remote > reach.Local && s.clients.Call(n) != nil {
					return true
				}
				if !ok || fn.Signature().Recv() == nil || !types.IsInterface(fn.Signature().Recv().Type()) {
					continue
				}
				if fn.Pkg() != nil && !reach.IsStandard(fn.Pkg().Path()) && s.reach.Func(fn).Remote > reach.Local {
					return true
				}
			}
		}
	}
	return false
}

// has reports whether a function of another package has a summary.
func (s *summaries) has(fn *types.Func) bool {
	return fn.Pkg() != nil && fn.Pkg() != s.pass.Pkg && s.carrier(fn.Pkg().Path(), fn.FullName()) != nil
}

// carrier returns a fact with the summary of a function of another package, nil if there
// is none.
func (s *summaries) carrier(pkg, name string) *Summaries {
	carriers := s.carriers[pkg]
	if len(carriers) == 0 {
		return nil
	}
	relative := reach.Relative(pkg, name)
	for _, fact := range carriers {
		if fact.has(pkg, relative) {
			return fact
		}
	}
	return nil
}

// add summarises the functions of the package at hand.
func (s *summaries) add(res *Result) {
	z := newSummarizer(s, res.Loops)
	z.source = res.source
	for _, fn := range s.funcs {
		if len(fn.Blocks) == 0 {
			continue
		}
		sum, numbers := z.summarize(fn)
		s.own.Funcs = append(s.own.Funcs, sum)
		s.sites[sum.Name] = numbers
	}
	s.own.Funcs = append(s.own.Funcs, z.promoted()...)
	slices.SortStableFunc(s.own.Funcs, func(a, b chain.Summary) int { return strings.Compare(a.Name, b.Name) })
	for i := range s.own.Funcs {
		s.byName[s.own.Funcs[i].Name] = &s.own.Funcs[i]
	}
	s.prune()
	for _, fn := range s.funcs {
		if !reach.InTest(s.pass.Fset, fn.Pos()) {
			s.own.Stored, s.own.Conversions = z.kept(fn, s.own.Stored, s.own.Conversions)
		}
	}
	if init := s.ssa.Func("init"); init != nil {
		s.own.Stored, s.own.Conversions = z.kept(init, s.own.Stored, s.own.Conversions)
	}
	slices.SortStableFunc(s.own.Stored, func(a, b chain.Stored) int { return strings.Compare(a.Name, b.Name) })
	slices.SortStableFunc(s.own.Conversions, func(a, b chain.Conversion) int {
		return cmp.Or(strings.Compare(a.Interface, b.Interface), strings.Compare(a.Type.Name, b.Type.Name))
	})
	s.own.Conversions = slices.CompactFunc(s.own.Conversions, func(a, b chain.Conversion) bool {
		return a.Interface == b.Interface && a.Type.Name == b.Type.Name
	})
	for _, st := range s.own.Stored {
		s.stored[st.Name] = append(s.stored[st.Name], st.Value)
	}
	for _, c := range s.own.Conversions {
		s.implementations[c.Interface] = append(s.implementations[c.Interface], c.Type)
	}
}

// prune takes out what leads nowhere: calls of functions that call nothing of interest.
func (s *summaries) prune() {
	matters := make(map[string]bool)
	keep := func(c *chain.Call) bool {
		v := &c.Callee
		if c.Method != "" || c.Level > 0 || v.Kind != chain.Func || slices.ContainsFunc(c.Args, handsFunc) {
			return true
		}
		if v.Pkg == s.pass.Pkg.Path() {
			return matters[v.Name]
		}
		return s.carrier(v.Pkg, v.Name) != nil
	}
	for changed := true; changed; {
		changed = false
		for i := range s.own.Funcs {
			f := &s.own.Funcs[i]
			if matters[f.Name] {
				continue
			}
			returns := slices.ContainsFunc(f.Results, func(v chain.Value) bool { return v.Kind != chain.Unknown })
			if returns || slices.ContainsFunc(f.Calls, func(c chain.Call) bool { return keep(&c) }) {
				matters[f.Name] = true
				changed = true
			}
		}
	}
	for i := range s.own.Funcs {
		f := &s.own.Funcs[i]
		f.Calls = slices.DeleteFunc(f.Calls, func(c chain.Call) bool { return !keep(&c) })
	}
	s.own.Funcs = slices.DeleteFunc(s.own.Funcs, func(f chain.Summary) bool { return !matters[f.Name] })
	clear(s.byName)
	for i := range s.own.Funcs {
		s.byName[s.own.Funcs[i].Name] = &s.own.Funcs[i]
	}
}

// worth returns the functions on which a path from another package may lead to a retry
// site or to what is yet to be known.
func (s *summaries) worth() map[string]bool {
	worth := make(map[string]bool)
	isWorth := func(f *chain.Summary) bool {
		if len(f.Sites) > 0 || slices.ContainsFunc(f.Results, func(v chain.Value) bool { return v.Kind != chain.Unknown }) {
			return true
		}
		for i := range f.Calls {
			c := &f.Calls[i]
			switch v := &c.Callee; {
			case c.Method != "" || v.Kind != chain.Func:
				return true
			case v.Pkg == s.pass.Pkg.Path() && worth[v.Name], s.carrier(v.Pkg, v.Name) != nil:
				return true
			case slices.ContainsFunc(c.Args, func(v chain.Value) bool { return v.Kind == chain.Func && worth[v.Name] }):
				return true
			}
		}
		return false
	}
	inTest := make(map[string]bool)
	for _, fn := range s.funcs {
		inTest[lower.FuncName(fn)] = reach.InTest(s.pass.Fset, fn.Pos())
	}
	for changed := true; changed; {
		changed = false
		for i := range s.own.Funcs {
			if f := &s.own.Funcs[i]; !worth[f.Name] && !inTest[f.Name] && isWorth(f) {
				worth[f.Name] = true
				changed = true
			}
		}
	}
	s.mentioned(worth, inTest)
	return worth
}

// mentioned adds to some functions those that they hand on, return or keep, and the
// methods of types that become interface values: who calls them knows them by nothing else.
func (s *summaries) mentioned(worth, inTest map[string]bool) {
	methods := make(map[string][]string)
	for name := range s.byName {
		if typ := receiverOf(name); typ != "" {
			methods[typ] = append(methods[typ], name)
		}
	}
	var work []string
	add := func(name string) {
		if s.byName[name] != nil && !inTest[name] && !worth[name] {
			worth[name] = true
			work = append(work, name)
		}
	}
	note := func(v chain.Value) {
		v.Each(func(v chain.Value) {
			switch v.Kind {
			case chain.Func:
				add(v.Name)
			case chain.Object, chain.Typed:
				for _, name := range methods[strings.TrimPrefix(v.Name, "*")] {
					add(name)
				}
			}
		})
	}
	for _, st := range s.own.Stored {
		note(st.Value)
	}
	for _, c := range s.own.Conversions {
		note(c.Type)
	}
	for name := range worth {
		work = append(work, name)
	}
	for len(work) > 0 {
		f := s.byName[work[len(work)-1]]
		work = work[:len(work)-1]
		for i := range f.Calls {
			if f.Calls[i].Callee.Kind != chain.Func || len(f.Calls[i].Callee.Of) > 0 || strings.Contains(f.Calls[i].Callee.Name, "$") {
				note(f.Calls[i].Callee)
			}
			for _, arg := range f.Calls[i].Args {
				note(arg)
			}
		}
		for _, r := range f.Results {
			note(r)
		}
	}
}

// other returns what a fact says, nil if it cannot be read: it was written by another
// version then, and is no fact.
func (s *summaries) other(fact *Summaries) *otherPackage {
	o, ok := s.others[fact]
	if ok {
		return o
	}
	if decoded, err := chain.Decode(fact.Data); err == nil {
		o = &otherPackage{
			byName: make(map[string]*chain.Summary), methods: make(map[string][]*chain.Summary),
			stored: make(map[string][]chain.Value), implementations: make(map[string][]chain.Value),
		}
		for i := range decoded.Funcs {
			f := &decoded.Funcs[i]
			o.byName[f.Name] = f
			if typ := receiverOf(f.Name); typ != "" {
				o.methods[typ] = append(o.methods[typ], f)
			}
		}
		for _, st := range decoded.Stored {
			o.stored[st.Name] = append(o.stored[st.Name], st.Value)
		}
		for _, c := range decoded.Conversions {
			o.implementations[c.Interface] = append(o.implementations[c.Interface], c.Type)
		}
	}
	s.others[fact] = o
	return o
}

// receiverOf returns the full name of the type that a method, given its full name, belongs
// to; "" for a function.
func receiverOf(name string) string {
	typ, _, ok := strings.Cut(name, ").")
	if !ok {
		return ""
	}
	return strings.TrimLeft(typ, "(*")
}

// Summary implements [chain.Source].
func (s *summaries) Summary(pkg, name string) *chain.Summary {
	if pkg == s.pass.Pkg.Path() {
		return s.byName[name]
	}
	if fact := s.carrier(pkg, name); fact != nil {
		if o := s.other(fact); o != nil {
			return o.byName[name]
		}
	}
	return nil
}

// Stored implements [chain.Source].
func (s *summaries) Stored(_, name string) []chain.Value {
	return append(slices.Clone(s.stored[name]), below{s}.Stored("", name)...)
}

// Implementations implements [chain.Source].
func (s *summaries) Implementations(_, iface string) []chain.Value {
	return distinct(append(slices.Clone(s.implementations[iface]), below{s}.Implementations("", iface)...))
}

// distinct leaves of some types each once.
func distinct(types []chain.Value) []chain.Value {
	seen := make(map[string]bool)
	return slices.DeleteFunc(types, func(v chain.Value) bool {
		again := seen[v.Name]
		seen[v.Name] = true
		return again
	})
}

// below are the summaries without those of the package at hand.
type below struct{ *summaries }

// Stored implements [chain.Source].
func (b below) Stored(_, name string) []chain.Value {
	var found []chain.Value
	for _, fact := range b.storedElsewhere[name] {
		if o := b.other(fact); o != nil {
			found = append(found, o.stored[name]...)
		}
	}
	return found
}

// Implementations implements [chain.Source].
func (b below) Implementations(_, iface string) []chain.Value {
	var found []chain.Value
	for _, fact := range b.implementedElsewhere[iface] {
		if o := b.other(fact); o != nil {
			found = append(found, o.implementations[iface]...)
		}
	}
	return distinct(found)
}

// Level implements [chain.Source].
func (s *summaries) Level(pkg, name string) uint8 {
	if pkg == s.pass.Pkg.Path() {
		return 0
	}
	return uint8(s.reach.Named(pkg, name).Remote)
}

// chains returns the call paths that begin with a site of this package, or close here, in
// source order. Where a directive silences one further down, the next worst is among them.
func (s *summaries) chains() []Chain {
	s.elsewhere = chain.NewFollower(below{s})
	found := s.follow(s.follower)
	silenced := make(map[token.Pos]bool)
	for i := range found {
		if found[i].Ignored() != nil {
			silenced[found[i].From] = true
		}
	}
	if len(silenced) > 0 {
		for _, c := range s.follow(chain.NewSpokenFollower(s)) {
			if silenced[c.From] {
				found = append(found, c)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Chain) int {
		return cmp.Or(cmp.Compare(a.Pos(), b.Pos()), cmp.Compare(a.From, b.From), -a.Count.Compare(b.Count), strings.Compare(a.Op, b.Op))
	})
	return found
}

// follow returns the call paths that a follower finds.
func (s *summaries) follow(f *chain.Follower) []Chain {
	s.closed = make(map[string]bool)
	z := newSummarizer(s, nil)
	given := make(map[*ssa.Function][]chain.Value)
	callers := make(map[*ssa.Function]*chain.Summary)
	for _, fn := range s.funcs {
		sum := s.byName[lower.FuncName(fn)]
		if sum == nil {
			continue
		}
		given[fn] = z.givenTo(fn, f)
		f.Enter(s.elsewhere, sum, given[fn]...)
		if outside := z.callers(fn); outside != nil {
			callers[fn] = outside
			f.Enter(s.elsewhere, outside)
		}
	}
	var found []Chain
	for _, fn := range s.funcs {
		sum := s.byName[lower.FuncName(fn)]
		if sum == nil {
			continue
		}
		args := given[fn]
		for site, n := range s.sites[sum.Name] {
			if path, ok := f.FromSite(sum, n, args...); ok {
				found = append(found, Chain{Path: path, Site: site, From: site.Op.Pos, Declaration: site.Loop.Declaration})
			}
		}
		from := func(sum *chain.Summary, site int, outside bool, args ...chain.Value) {
			if path, ok := f.FromSite(sum, site, args...); ok {
				found = append(found, Chain{
					Path: path, From: fn.Pos(), To: fn.Pos() + token.Pos(len(fn.Name())), Declaration: s.declaration(fn), Told: true, Callers: outside,
				})
			}
		}
		if told, ok := s.told[sum.Name]; ok {
			from(sum, told.number, false, args...)
		}
		if outside := callers[fn]; outside != nil {
			from(outside, 0, true)
		}
		found = append(found, s.closings(f, fn, sum, args)...)
	}
	return found
}

// from returns the path from a function of this package that amplifies most.
func (s *summaries) from(name string) (path chain.Path, ok bool) {
	sum := s.byName[name]
	if sum == nil {
		return path, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.follower.From(sum)
}

// closings returns, for each call of a function, the worst of the paths that close there.
func (s *summaries) closings(f *chain.Follower, fn *ssa.Function, sum *chain.Summary, args []chain.Value) []Chain {
	byCall := make(map[int]chain.Closed)
	for _, c := range f.Closings(s.elsewhere, sum, args...) {
		if s.closed[c.Key] {
			continue
		}
		s.closed[c.Key] = true
		if worst, ok := byCall[c.Call]; !ok || c.Path.Count.Compare(worst.Path.Count) > 0 {
			byCall[c.Call] = c
		}
	}
	var found []Chain
	for i, c := range byCall {
		pos := sum.Calls[i].Pos
		chain := Chain{Path: c.Path, From: pos, To: pos + 1, Declaration: s.declaration(fn), Before: c.Before}
		if expr := s.callAt(pos); expr != nil {
			chain.From, chain.To = expr.Pos(), expr.End()
		}
		found = append(found, chain)
	}
	return found
}

// givenTo returns what is known of what a function is given: nothing, but for what a
// function literal captures.
func (s *summarizer) givenTo(fn *ssa.Function, f *chain.Follower) []chain.Value {
	made := s.made[fn]
	if made == nil || fn.Parent() == nil {
		return nil
	}
	outer := s.givenTo(fn.Parent(), f)
	args := make([]chain.Value, len(fn.Params))
	for _, b := range made.Bindings {
		args = append(args, f.Eval(s.value(b), outer))
	}
	return args
}

// kept adds what a function stores in fields and package variables, and the concrete
// types that become interface values in it.
func (s *summarizer) kept(fn *ssa.Function, stored []chain.Stored, conversions []chain.Conversion) ([]chain.Stored, []chain.Conversion) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store:
				name := ""
				switch addr := instr.Addr.(type) {
				case *ssa.FieldAddr:
					name = fieldOf(chain.Value{}, addr.X.Type(), structOf(addr.X.Type()).Field(addr.Field).Name()).Name
				case *ssa.Global:
					name = addr.String()
				}
				if name == "" {
					continue
				}
				if v := s.value(instr.Val); tells(v) {
					stored = append(stored, chain.Stored{Name: name, Value: v})
				}
			case *ssa.MakeInterface:
				if obj := typeName(instr.Type()); obj != nil && obj.Pkg() != nil && !reach.IsStandard(obj.Pkg().Path()) {
					v := s.value(instr)
					if v.Kind != chain.Typed {
						continue
					}
					v = chain.Value{Kind: chain.Object, Name: v.Name, Pkg: v.Pkg}
					for _, iface := range embedded(instr.Type(), nil) {
						conversions = append(conversions, chain.Conversion{Interface: iface, Type: v})
					}
				}
			}
		}
	}
	return stored, conversions
}

// tells reports whether a value says something to those who do not know the function
// that it comes from.
func tells(v chain.Value) bool {
	switch v.Kind {
	case chain.Unknown, chain.Param:
		return false
	case chain.Field:
		return tells(v.Of[0]) || v.Of[0].Kind == chain.Param || v.Of[0].Kind == chain.Unknown
	}
	return true
}

// embedded returns the names of an interface and of those that it embeds.
func embedded(t types.Type, names []string) []string {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return names
	}
	if obj := typeName(t); obj != nil && obj.Pkg() != nil {
		name := obj.Pkg().Path() + "." + obj.Name()
		if slices.Contains(names, name) {
			return names
		}
		names = append(names, name)
	}
	for i := range iface.NumEmbeddeds() {
		names = embedded(iface.EmbeddedType(i), names)
	}
	return names
}

// promoted returns summaries of the methods that types of this package have from what
// they embed: each calls what it stands for.
func (s *summarizer) promoted() []chain.Summary {
	var found []chain.Summary
	scope := s.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || structOf(tn.Type()) == nil {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if !ok || named.TypeParams().Len() > 0 || !embeds(structOf(named)) {
			continue
		}
		for sel := range types.NewMethodSet(types.NewPointer(named)).Methods() {
			fn, ok := sel.Obj().(*types.Func)
			if !ok || len(sel.Index()) < 2 || s.reach.Func(fn).Remote == reach.Local {
				continue
			}
			found = append(found, s.promotion(named, sel, fn))
		}
	}
	return found
}

func embeds(st *types.Struct) bool {
	for f := range st.Fields() {
		if f.Embedded() {
			return true
		}
	}
	return false
}

func (s *summarizer) promotion(named *types.Named, sel *types.Selection, fn *types.Func) chain.Summary {
	sum := chain.Summary{
		Name: "(*" + nameOf(named, named.Obj()) + ")." + fn.Name(), Pkg: s.pass.Pkg.Path(),
		Params: int32(1 + fn.Signature().Params().Len()),
	}
	receiver := chain.Value{Kind: chain.Param}
	typ := types.Type(named)
	for _, i := range sel.Index()[:len(sel.Index())-1] {
		field := structOf(typ).Field(i)
		receiver = fieldOf(receiver, typ, field.Name())
		typ = field.Type()
	}
	var args []chain.Value
	for i := range fn.Signature().Params().Len() {
		args = append(args, chain.Value{Kind: chain.Param, N: int64(i + 1)})
	}
	call := chain.Call{Level: uint8(s.reach.Func(fn).Remote), Op: chain.Short(fn.FullName())}
	if types.IsInterface(typ) {
		call.Callee, call.Method, call.Pkg, call.Args = receiver, fn.Origin().FullName(), fn.Pkg().Path(), args
	} else {
		call.Callee = chain.Value{Kind: chain.Func, Name: fn.Origin().FullName(), Pkg: fn.Pkg().Path()}
		call.Args = append([]chain.Value{receiver}, args...)
	}
	sum.Calls = []chain.Call{call}
	return sum
}
