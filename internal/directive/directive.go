// Package directive reads what authors say in their source about retries: comments
// such as
//
//	//retrylint:ignore nojitter the server draws the wait
//	//retrylint:attempts 4
//	//retrylint:callers 3
//	//retrylint:remote
//
// An ignore silences findings of a rule; the others say of a function what its
// source does not show, and are exported to the packages that import it.
package directive

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/record"
)

// Func is what the directives of a function say.
type Func struct {
	// Name is the full name of the function, as [types.Func.FullName] has it.
	Name string
	// Attempts is how many attempts one call makes at most, the first included; 0 if
	// nothing is said.
	Attempts int
	// Callers is how many times whoever is outside of the program attempts this
	// entry, the first included; 0 if nothing is said.
	Callers int
	// Remote says that a call reaches another process.
	Remote bool
	// Ignores are the ignores in the comment of the function and those of its file,
	// in the order of their places.
	Ignores []record.Ignore
}

// Fact is what a package exports: the functions of which a directive says
// something, by name. Methods of interfaces are among them. A package without
// directives exports none.
type Fact struct {
	Funcs []Func
	// Remote are the named types whose methods, or whose calls if they are functions,
	// reach another process: names without the path of the package.
	Remote []string
}

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

func (f *Fact) String() string {
	var parts []string
	for _, fn := range f.Funcs {
		var says []string
		if fn.Attempts > 0 {
			says = append(says, fmt.Sprintf("attempts %d", fn.Attempts))
		}
		if fn.Callers > 0 {
			says = append(says, fmt.Sprintf("callers %d", fn.Callers))
		}
		if fn.Remote {
			says = append(says, "remote")
		}
		for _, ig := range fn.Ignores {
			says = append(says, "ignore "+ig.Rule)
		}
		parts = append(parts, fn.Name+": "+strings.Join(says, ", "))
	}
	for _, name := range f.Remote {
		parts = append(parts, name+": remote")
	}
	return strings.Join(parts, "; ")
}

// Analyzer reads the directives of a package; its result is a [*Package].
var Analyzer = &analysis.Analyzer{
	Name:       "retrydirectives",
	Doc:        "read the directives of retrylint",
	ResultType: reflect.TypeFor[*Package](),
	FactTypes:  []analysis.Fact{new(Fact)},
	Run:        run,
}

// Problem is a directive that cannot be obeyed.
type Problem struct {
	analysis.Range
	Message string
}

// Package holds the directives of one package, and answers for its imports.
type Package struct {
	pass     *analysis.Pass
	funcs    map[string]*Func
	remote   map[string]bool
	scopes   []scope
	problems []Problem
	// facts are those of imports that were asked for; mu guards them, because rules
	// run at the same time.
	mu    sync.Mutex
	facts map[string]*Fact
}

// scope is where an ignore holds.
type scope struct {
	analysis.Range // of the comment
	ignore         record.Ignore
	// from and to bound the file, declaration or statement; they are not valid if
	// the ignore holds for the line that it stands on.
	from, to token.Pos
}

func run(pass *analysis.Pass) (any, error) {
	p := &Package{
		pass:   pass,
		funcs:  make(map[string]*Func),
		remote: make(map[string]bool),
		facts:  make(map[string]*Fact),
	}
	for _, file := range pass.Files {
		if comments := commentsOf(file); len(comments) > 0 {
			p.file(file, comments)
		}
	}
	if fact := p.fact(); fact != nil {
		pass.ExportPackageFact(fact)
	}
	return p, nil
}

// fact returns what the package exports, nil if that is nothing.
func (p *Package) fact() *Fact {
	fact := new(Fact)
	for _, fn := range p.funcs {
		if fn.Attempts > 0 || fn.Callers > 0 || fn.Remote || len(fn.Ignores) > 0 {
			fact.Funcs = append(fact.Funcs, *fn)
		}
	}
	slices.SortFunc(fact.Funcs, func(a, b Func) int { return strings.Compare(a.Name, b.Name) })
	for name := range p.remote {
		fact.Remote = append(fact.Remote, name)
	}
	slices.Sort(fact.Remote)
	if len(fact.Funcs) == 0 && len(fact.Remote) == 0 {
		return nil
	}
	return fact
}

// Of returns what the directives of a function say, be it of this package or of an
// import; the zero Func if they say nothing. A directive of its type counts for a method.
func (p *Package) Of(fn *types.Func) Func {
	if fn.Pkg() == nil {
		return Func{}
	}
	fn = fn.Origin()
	var said Func
	if fn.Pkg() == p.pass.Pkg {
		if len(p.funcs) > 0 {
			if f := p.funcs[fn.FullName()]; f != nil {
				said = *f
			}
		}
	} else if fact := p.factOf(fn.Pkg()); fact != nil {
		i, ok := slices.BinarySearchFunc(fact.Funcs, fn.FullName(), func(f Func, name string) int { return strings.Compare(f.Name, name) })
		if ok {
			said = fact.Funcs[i]
		}
	}
	said.Ignores = slices.Clone(said.Ignores)
	if recv := fn.Signature().Recv(); recv != nil && p.RemoteType(recv.Type()) {
		said.Name, said.Remote = fn.FullName(), true
	}
	return said
}

// RemoteType reports whether a directive says of a named type, or of the one that a
// pointer points to, that its methods or its calls reach another process.
func (p *Package) RemoteType(t types.Type) bool {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	obj := named.Obj()
	if obj.Pkg() == p.pass.Pkg {
		return p.remote[obj.Name()] && obj.Parent() == p.pass.Pkg.Scope()
	}
	fact := p.factOf(obj.Pkg())
	if fact == nil {
		return false
	}
	_, found := slices.BinarySearch(fact.Remote, obj.Name())
	return found
}

// factOf returns the fact of an imported package, nil if there is none.
func (p *Package) factOf(pkg *types.Package) *Fact {
	p.mu.Lock()
	defer p.mu.Unlock()
	fact, ok := p.facts[pkg.Path()]
	if !ok {
		fact = new(Fact)
		if !p.pass.ImportPackageFact(pkg, fact) {
			fact = nil
		}
		p.facts[pkg.Path()] = fact
	}
	return fact
}

// Ignored returns the ignore of a rule that holds at a place of this package, nil
// if there is none. Of several that is the innermost.
func (p *Package) Ignored(rule string, pos token.Pos) *record.Ignore {
	var best *scope
	for i := range p.scopes {
		s := &p.scopes[i]
		if s.ignore.Rule == rule && p.holds(s, pos) && (best == nil || narrower(s, best)) {
			best = s
		}
	}
	if best == nil {
		return nil
	}
	ignore := best.ignore
	return &ignore
}

// holds reports whether an ignore holds at a place.
func (p *Package) holds(s *scope, pos token.Pos) bool {
	if s.from.IsValid() {
		return s.from <= pos && pos < s.to
	}
	at, here := record.At(p.pass.Fset, s.Pos()), record.At(p.pass.Fset, pos)
	return at.File == here.File && at.Line == here.Line
}

// narrower reports whether a holds for less than b.
func narrower(a, b *scope) bool {
	if !a.from.IsValid() || !b.from.IsValid() {
		return !a.from.IsValid()
	}
	return a.to-a.from < b.to-b.from
}

// Statement is an ignore with its place.
type Statement struct {
	analysis.Range
	Ignore record.Ignore
}

// Statements returns the ignores of the package, one for each rule that a comment
// names, in the order of their places.
func (p *Package) Statements() []Statement {
	var all []Statement
	for _, s := range p.scopes {
		all = append(all, Statement{s.Range, s.ignore})
	}
	slices.SortStableFunc(all, func(a, b Statement) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return all
}

// Problems returns the directives of the package that cannot be obeyed, in the
// order of their places.
func (p *Package) Problems() []Problem {
	sorted := slices.Clone(p.problems)
	slices.SortStableFunc(sorted, func(a, b Problem) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return sorted
}

func (p *Package) problem(at analysis.Range, format string, args ...any) {
	p.problems = append(p.problems, Problem{at, fmt.Sprintf(format, args...)})
}

// ignore returns what an ignore says in a form that means the same in any package.
func (p *Package) ignore(at token.Pos, rule, reason string) record.Ignore {
	place := record.At(p.pass.Fset, at)
	return record.Ignore{
		Rule: rule, Reason: reason,
		Package: p.pass.Pkg.Path(), File: filepath.Base(place.File), Line: place.Line,
	}
}

// function returns the entry of a function, which is made if there is none.
func (p *Package) function(obj *types.Func) *Func {
	name := obj.Origin().FullName()
	f := p.funcs[name]
	if f == nil {
		f = &Func{Name: name}
		p.funcs[name] = f
	}
	return f
}

// commentsOf returns the comments of a file that are meant as directives.
func commentsOf(file *ast.File) []*ast.Comment {
	var found []*ast.Comment
	for _, group := range file.Comments {
		for _, c := range group.List {
			if !isMeant(c.Text) {
				continue
			}
			if _, ok := unspaced(c.Text); ok || strings.HasPrefix(c.Text, prefix) {
				found = append(found, c)
			}
		}
	}
	return found
}

// isMeant reports whether a comment begins with the name of the tool. It is asked of
// all comments of all packages.
func isMeant(text string) bool {
	i := len("//")
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	return strings.HasPrefix(text[i:], "retrylint:")
}
