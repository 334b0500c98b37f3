package catalog

import (
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/semver"
)

// Source is a library that is read only when something asks for it.
type Source struct {
	// Name is that of the library.
	Name string
	// Packages are the paths of its packages, Classes those of its classes of packages.
	Packages, Classes []string
	// Anywhere are the packages of types that tell functions in any package.
	Anywhere []string
	// Modules are the paths of its modules, see [Catalog.Outside].
	Modules []string
	// Load returns the library.
	Load func() *Library
}

// SourceOf returns the source of a library that is there already.
func SourceOf(l *Library) Source {
	s := Source{Name: l.Name, Load: func() *Library { return l }}
	for _, path := range l.Imports {
		switch {
		case path == anywhere:
		case isPattern(path):
			s.Classes = append(s.Classes, path)
		default:
			s.Packages = append(s.Packages, path)
		}
	}
	for _, m := range l.Modules {
		s.Modules = append(s.Modules, m.Path)
	}
	for _, cl := range l.Clients {
		for _, calls := range cl.Calls {
			if slices.ContainsFunc(calls.Symbols, func(s Symbol) bool { return s.Path == anywhere }) {
				s.Anywhere = append(s.Anywhere, calls.Takes.pkg())
			}
		}
		for _, made := range cl.Constructors {
			if slices.ContainsFunc(made.Symbols, func(s Symbol) bool { return s.Path == anywhere }) {
				s.Anywhere = append(s.Anywhere, made.Takes.pkg())
			}
		}
	}
	for _, list := range []*[]string{&s.Packages, &s.Classes, &s.Anywhere} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return s
}

func (s *Source) has(path string) bool {
	if slices.Contains(s.Packages, path) {
		return true
	}
	return slices.ContainsFunc(s.Classes, func(class string) bool { return PathMatches(class, path) })
}

// anywhere is the path of the class of all packages.
const anywhere = "..."

// Catalog answers what is known of packages and what they declare. It is safe for
// concurrent use.
type Catalog struct {
	sources []Source
	// anywhere are the packages of types that tell functions in any package.
	anywhere []string
	// removed are symbols, with their paths, of which nothing is to be known.
	removed []string

	mu       sync.Mutex
	loaded   map[string]*Library
	packages map[[2]string]*Package
}

// New returns the catalogue of some libraries.
func New(sources []Source) *Catalog {
	c := &Catalog{sources: sources}
	for i := range sources {
		c.anywhere = append(c.anywhere, sources[i].Anywhere...)
	}
	return c
}

// Extend returns a catalogue with more libraries, and without what is removed: names
// of libraries, or symbols with the paths of their packages, as
// "github.com/redis/go-redis/v9.Client". What a library that is added says of a symbol
// replaces what was known of it; so does a library that has the name of another, for
// all of it.
func (c *Catalog) Extend(libs []*Library, removed []string) *Catalog {
	var sources []Source
	for _, l := range libs {
		s := SourceOf(l)
		// What users say of their own modules holds within them.
		s.Modules = nil
		sources = append(sources, s)
	}
	for _, s := range c.sources {
		isReplaced := slices.ContainsFunc(libs, func(l *Library) bool { return l.Name == s.Name })
		if !isReplaced && !slices.Contains(removed, s.Name) {
			sources = append(sources, s)
		}
	}
	ext := New(sources)
	ext.removed = append(slices.Clone(c.removed), removed...)
	return ext
}

// Outside returns the catalogue without the libraries that a module is part of: how their
// own code retries can be read there, and it calls its clients in ways that users do not.
func (c *Catalog) Outside(module string) *Catalog {
	isOwn := func(s Source) bool {
		return slices.ContainsFunc(s.Modules, func(path string) bool { return PathMatches(path, module) })
	}
	if !slices.ContainsFunc(c.sources, isOwn) {
		return c
	}
	out := New(slices.DeleteFunc(slices.Clone(c.sources), isOwn))
	out.removed = c.removed
	return out
}

// Libraries returns all libraries in the order of their names.
func (c *Catalog) Libraries() []*Library {
	var libs []*Library
	for i := range c.sources {
		libs = append(libs, c.load(&c.sources[i]))
	}
	slices.SortFunc(libs, func(a, b *Library) int { return strings.Compare(a.Name, b.Name) })
	return libs
}

// Library returns the library with a name, nil if there is none.
func (c *Catalog) Library(name string) *Library {
	for i := range c.sources {
		if c.sources[i].Name == name {
			return c.load(&c.sources[i])
		}
	}
	return nil
}

func (c *Catalog) load(s *Source) *Library {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.loaded[s.Name]
	if l == nil {
		if c.loaded == nil {
			c.loaded = make(map[string]*Library)
		}
		l = s.Load()
		c.loaded[s.Name] = l
	}
	return l
}

// Knows reports whether anything is known of a package by its path.
func (c *Catalog) Knows(path string) bool {
	for i := range c.sources {
		if c.sources[i].has(path) {
			return true
		}
	}
	return false
}

// Package returns what is known of a package in a version of its module, "" if the
// version is not known: then only what holds for all versions. It is nil if nothing
// is known; a nil package knows nothing of anything.
func (c *Catalog) Package(path, version string) *Package {
	if !c.Knows(path) {
		return nil
	}
	return c.indexed(path, version, func(s *Source) bool { return s.has(path) })
}

// TellsAnywhere reports whether types of a package, by its path, tell functions in any
// package.
func (c *Catalog) TellsAnywhere(path string) bool { return slices.Contains(c.anywhere, path) }

// Anywhere returns what is known of functions in any package that take types of the
// given package, in a version of its module; nil if there are none.
func (c *Catalog) Anywhere(path, version string) *Package {
	if !c.TellsAnywhere(path) {
		return nil
	}
	return c.indexed(anywhere+path, version, func(s *Source) bool { return slices.Contains(s.Anywhere, path) })
}

func (c *Catalog) indexed(path, version string, of func(*Source) bool) *Package {
	key := [2]string{path, version}
	c.mu.Lock()
	p := c.packages[key]
	c.mu.Unlock()
	if p != nil {
		return p
	}
	p = &Package{path: path, version: version, removed: c.removed, symbols: make(map[string]*Entry)}
	if strings.HasPrefix(path, anywhere) {
		p.path = anywhere
	}
	for i := range c.sources {
		if of(&c.sources[i]) {
			p.add(c.load(&c.sources[i]))
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.packages == nil {
		c.packages = make(map[[2]string]*Package)
	}
	c.packages[key] = p
	return p
}

// Package is what is known of a package in a version.
type Package struct {
	path, version string
	removed       []string
	symbols       map[string]*Entry
	// classes are the entries of functions that go by a pattern.
	classes []class
}

type class struct {
	lib         *Library
	client      *Client
	calls       *Calls
	constructor *Constructor
	symbol      Symbol
}

// Entry is what is known of what a package declares.
type Entry struct {
	// Library is the one that knows it.
	Library *Library
	Symbol  Symbol
	// Retrier is set for functions that run a callback again.
	Retrier *Retrier
	// Calls are the clients that the function sends a request of: more than one if
	// the type of the receiver tells.
	Calls []ClientCall
	// Makes are the clients that the function, or a literal of the type, makes.
	Makes []Made
	// Settings are what it sets: more than one for a function with several arguments.
	Settings []*Setting
	Backoff  *Backoff
	Policy   *Policy
	Mark     *Mark
	Error    *ErrorClass
	Guard    *Guard
	Stripper *Stripper
}

// ClientCall is a function that sends a request of a client.
type ClientCall struct {
	Library *Library
	Client  *Client
	Calls   *Calls
}

// Made is a constructor with what it makes.
type Made struct {
	Library     *Library
	Client      *Client
	Constructor *Constructor
}

// Attempts returns the attempts of the calls of a value that the constructor made, if
// nothing is configured.
func (m Made) Attempts() Bound {
	if !m.Constructor.Attempts.IsZero() {
		return m.Constructor.Attempts
	}
	return m.Library.ClientAttempts(m.Client)
}

// Attempts returns the attempts of the call if nothing is configured.
func (c ClientCall) Attempts() Bound {
	if !c.Calls.Attempts.IsZero() {
		return c.Calls.Attempts
	}
	return c.Library.ClientAttempts(c.Client)
}

// Config returns the places of what configures the call, those that win over others
// last.
func (c ClientCall) Config() []Place {
	if c.Calls.Config != nil {
		return c.Calls.Config
	}
	return []Place{Receiver}
}

// Decision returns which answers the call tries again by default.
func (c ClientCall) Decision() Decision {
	if !c.Calls.Decision.IsZero() {
		return c.Calls.Decision
	}
	return c.Client.Decision
}

// IsOf reports whether a type, which may be nil, is one of those of the client's values, or a
// pointer to one.
func (c *Client) IsOf(t types.Type) bool {
	if t == nil {
		return false
	}
	name := typeName(t)
	return name != nil && name.Pkg() != nil && slices.ContainsFunc(c.Types, Symbol{name.Pkg().Path(), name.Name()}.isOf)
}

// Call returns the call of a client, given the type of the receiver, and those of the
// embedded fields on the way to the method, if they are known; ok is false if it is
// none, or if several clients have the function and no type tells which.
func (e *Entry) Call(receivers ...types.Type) (call ClientCall, ok bool) {
	if e == nil || len(e.Calls) == 0 {
		return ClientCall{}, false
	}
	for _, recv := range receivers {
		for _, call := range e.Calls {
			if call.Client.IsOf(recv) {
				return call, true
			}
		}
	}
	if len(e.Calls) > 1 {
		return ClientCall{}, false
	}
	return e.Calls[0], true
}

// ClientAttempts returns the attempts of a client if nothing is configured.
func (l *Library) ClientAttempts(c *Client) Bound {
	if !c.Attempts.IsZero() {
		return c.Attempts
	}
	return l.byDefault(c.Settings)
}

// RetrierAttempts returns the attempts of a retrier if nothing is configured.
func (l *Library) RetrierAttempts(r *Retrier) Bound {
	if !r.Attempts.IsZero() {
		return r.Attempts
	}
	return l.byDefault(r.Settings)
}

// byDefault returns the default of the first setting of attempts, unknown if there is
// none.
func (l *Library) byDefault(settings []Symbol) Bound {
	for _, symbol := range settings {
		if s := l.Setting(symbol); s != nil {
			if b := s.ByDefault(); !b.IsZero() {
				return b
			}
		}
	}
	return Bound{Kind: UnknownBound}
}

// Setting returns the first setting with a symbol, nil if there is none.
func (l *Library) Setting(s Symbol) *Setting {
	for i := range l.Settings {
		if slices.Contains(l.Settings[i].Symbols, s) {
			return &l.Settings[i]
		}
	}
	return nil
}

// Client returns the client with a name, nil if there is none.
func (l *Library) Client(name string) *Client {
	for i := range l.Clients {
		if l.Clients[i].Name == name {
			return &l.Clients[i]
		}
	}
	return nil
}

// Func returns what is known of a function or method, nil if nothing is.
func (p *Package) Func(fn *types.Func) *Entry {
	fn = fn.Origin()
	return p.callee(fn, fn.Signature())
}

// FuncType returns what is known of a named type of functions: of the calls of its
// values. It is nil if nothing is.
func (p *Package) FuncType(name *types.TypeName) *Entry {
	sig, ok := name.Type().Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	return p.callee(name, sig)
}

func (p *Package) callee(obj types.Object, sig *types.Signature) *Entry {
	s, ok := SymbolOf(obj)
	if p == nil || !ok {
		return nil
	}
	e := p.symbols[s.Name]
	for i := range p.classes {
		c := &p.classes[i]
		if !c.has(s, sig) || p.isRemoved(s) || e != nil && e.Library != c.lib {
			continue
		}
		// What is known of the very symbol stays as it is.
		switch {
		case c.calls != nil && (e == nil || len(e.Calls) == 0 || e.ofClass()):
			e = e.with(c, s)
			e.Calls = append(e.Calls, ClientCall{c.lib, c.client, c.calls})
		case c.constructor != nil:
			e = e.with(c, s)
			e.Makes = append(e.Makes, Made{c.lib, c.client, c.constructor})
		}
	}
	return e
}

// ofClass reports whether all calls of an entry are those of classes.
func (e *Entry) ofClass() bool {
	return !slices.ContainsFunc(e.Calls, func(c ClientCall) bool { return slices.Contains(c.Calls.Symbols, e.Symbol) })
}

// with returns a copy of an entry that a class can be added to.
func (e *Entry) with(c *class, s Symbol) *Entry {
	if e == nil {
		return &Entry{Library: c.lib, Symbol: s}
	}
	clone := *e
	clone.Calls = slices.Clip(e.Calls)
	clone.Makes = slices.Clip(e.Makes)
	return &clone
}

func (c *class) has(s Symbol, sig *types.Signature) bool {
	var takes, gives TypeRef
	var except []Symbol
	if c.calls != nil {
		takes, gives, except = c.calls.Takes, c.calls.Gives, c.calls.Except
	} else {
		takes, gives, except = c.constructor.Takes, c.constructor.Gives, c.constructor.Except
	}
	return c.symbol.Matches(s.Name) &&
		(takes == "" || takes.takenBy(sig)) &&
		(gives == "" || gives.givenBy(sig)) &&
		!slices.ContainsFunc(except, s.isOf)
}

// Field returns what is known of a field, given the name of the type and that of the
// field, with dots for a field of a field; nil if nothing is.
func (p *Package) Field(typeName, field string) *Entry { return p.Name(typeName + "." + field) }

// Name returns what is known of a package variable, a type, or anything else that is
// named as in [Symbol]; nil if nothing is.
func (p *Package) Name(name string) *Entry {
	if p == nil {
		return nil
	}
	return p.symbols[name]
}

func (p *Package) isRemoved(s Symbol) bool { return slices.Contains(p.removed, s.String()) }

// applies reports whether a fact holds for the version of the package.
func (p *Package) applies(f Fact) bool {
	if f.Since == "" && f.Until == "" {
		return true
	}
	if !semver.IsValid(p.version) {
		return false
	}
	return (f.Since == "" || semver.Compare(p.version, f.Since) >= 0) && (f.Until == "" || semver.Compare(p.version, f.Until) < 0)
}

// each calls f with the entry of each symbol that belongs to the package, unless another
// library said something of it before.
func (p *Package) each(l *Library, symbols []Symbol, fact Fact, f func(*Entry)) {
	if !p.applies(fact) {
		return
	}
	for _, s := range symbols {
		if !PathMatches(s.Path, p.path) || p.isRemoved(s) {
			continue
		}
		e := p.symbols[s.Name]
		if e == nil {
			e = &Entry{Library: l, Symbol: Symbol{p.path, s.Name}}
			p.symbols[s.Name] = e
		}
		if e.Library == l {
			f(e)
		}
	}
}

// add adds what a library says of the package.
func (p *Package) add(l *Library) {
	for i := range l.Retriers {
		x := &l.Retriers[i]
		p.each(l, x.Symbols, x.Fact, func(e *Entry) { e.Retrier = x })
	}
	for i := range l.Clients {
		if p.applies(l.Clients[i].Fact) {
			p.addClient(l, &l.Clients[i])
		}
	}
	for i := range l.Settings {
		x := &l.Settings[i]
		p.each(l, x.Symbols, x.Fact, func(e *Entry) { e.Settings = append(e.Settings, x) })
	}
	for i := range l.Backoffs {
		x := &l.Backoffs[i]
		p.each(l, x.Symbols, x.Fact, func(e *Entry) { e.Backoff = x })
	}
	for i := range l.Policies {
		x := &l.Policies[i]
		p.each(l, x.Symbols, x.Fact, func(e *Entry) { e.Policy = x })
	}
	for i := range l.Marks {
		x := &l.Marks[i]
		p.each(l, x.Symbols, x.Fact, func(e *Entry) { e.Mark = x })
	}
	for i := range l.Errors {
		x := &l.Errors[i]
		p.each(l, x.Symbols, x.Fact, func(e *Entry) { e.Error = x })
	}
	for i := range l.Guards {
		x := &l.Guards[i]
		p.each(l, x.Symbols, x.Fact, func(e *Entry) { e.Guard = x })
	}
	for i := range l.Strippers {
		x := &l.Strippers[i]
		p.each(l, x.Symbols, x.Fact, func(e *Entry) { e.Stripper = x })
	}
}

func (p *Package) addClient(l *Library, cl *Client) {
	for i := range cl.Calls {
		calls := &cl.Calls[i]
		p.functions(l, calls.Symbols, calls.Fact, calls.Takes+calls.Gives != "" || calls.Except != nil, class{lib: l, client: cl, calls: calls}, func(e *Entry) {
			e.Calls = append(e.Calls, ClientCall{l, cl, calls})
		})
	}
	for i := range cl.Constructors {
		made := &cl.Constructors[i]
		p.functions(l, made.Symbols, made.Fact, made.Takes+made.Gives != "" || made.Except != nil, class{lib: l, client: cl, constructor: made}, func(e *Entry) {
			e.Makes = append(e.Makes, Made{l, cl, made})
		})
	}
}

// functions adds functions of a client: classes as they are, the others by f.
func (p *Package) functions(l *Library, symbols []Symbol, fact Fact, bySignature bool, c class, f func(*Entry)) {
	for i, s := range symbols {
		if !bySignature && !strings.Contains(s.Name, "*") {
			p.each(l, symbols[i:i+1], fact, f)
		} else if p.applies(fact) && PathMatches(s.Path, p.path) {
			c.symbol = s
			p.classes = append(p.classes, c)
		}
	}
}
