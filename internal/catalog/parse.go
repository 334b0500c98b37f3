package catalog

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/retrylint/retrylint/internal/spelling"
	"github.com/retrylint/retrylint/internal/yamlfile"
)

// Parse reads a library from a file. The name of the file is for errors, which
// are [yamlfile.Error] values, joined.
func Parse(file string, data []byte) (*Library, error) {
	lib := new(Library)
	doc, err := yamlfile.Decode(file, data, lib)
	if err != nil {
		return nil, err
	}
	lib.Check(doc)
	if err := doc.Err(); err != nil {
		return nil, err
	}
	return lib, nil
}

// Check replaces the names of packages by their paths, and adds to the document what
// is missing or wrong in a library that was read as a part of it.
func (l *Library) Check(doc *yamlfile.Document) {
	c := &checker{doc: doc, lib: l}
	if l.Name == "" {
		doc.Errorf(l, "library", "the name of the library is missing (library:)")
	}
	if len(l.Imports) == 0 {
		doc.Errorf(l, "imports", "imports are missing: the packages of the library by the names that its symbols begin with")
	}
	for i := range l.Modules {
		c.module(&l.Modules[i])
	}
	c.expand(reflect.ValueOf(l).Elem())
	c.entries()
}

type checker struct {
	doc *yamlfile.Document
	lib *Library
}

func (c *checker) module(m *Module) {
	if m.Path == "" {
		c.doc.Errorf(m, "path", "the path of the module is missing")
	}
	for _, v := range []struct{ key, version string }{{"oldest", m.Oldest}, {"newest", m.Newest}} {
		if v.version != "" && !semver.IsValid(v.version) {
			c.doc.Errorf(m, v.key, "%q, where a version is expected as v1.2.3", v.version)
		}
	}
}

// expand replaces the names of packages in all symbols and types below v.
func (c *checker) expand(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		switch x := v.Addr().Interface().(type) {
		case *Symbol:
			if x.Name == "" {
				return
			}
			path, ok := c.lib.Imports[x.Path]
			if !ok {
				c.unknownPackage(x, x.Path)
				return
			}
			x.Path = path
			return
		case *Fact:
			c.fact(x)
			return
		}
		for i := range v.NumField() {
			c.expand(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			c.expand(v.Index(i))
		}
	case reflect.String:
		if x, ok := v.Addr().Interface().(*TypeRef); ok && *x != "" {
			c.typeRef(x)
		}
	}
}

func (c *checker) unknownPackage(at any, name string) {
	known := slices.Sorted(maps.Keys(c.lib.Imports))
	if near := spelling.Nearest(name, known); near != "" {
		c.doc.Errorf(at, "", "package %q is not among the imports, did you mean %q?", name, near)
		return
	}
	c.doc.Errorf(at, "", "package %q is not among the imports, which are %s", name, strings.Join(known, ", "))
}

func (c *checker) typeRef(r *TypeRef) {
	s, variadic := strings.CutPrefix(string(*r), "...")
	pkg, name, ok := strings.Cut(s, ".")
	if path, known := c.lib.Imports[pkg]; ok && known {
		s = path + "." + name
	}
	if s != "error" && !strings.Contains(s, ".") {
		c.doc.Errorf(r, "", `%q, where a type is expected as "context.Context", "net/http.Client" or "error"`, *r)
	}
	if variadic {
		s = "..." + s
	}
	*r = TypeRef(s)
}

func (c *checker) fact(f *Fact) {
	for _, v := range []struct{ key, version string }{{"since", f.Since}, {"until", f.Until}, {"added", f.Added}} {
		if v.version != "" && !semver.IsValid(v.version) {
			c.doc.Errorf(f, v.key, "%q, where a version is expected as v1.2.3", v.version)
		}
	}
	if f.Since != "" && f.Until != "" && semver.Compare(f.Since, f.Until) >= 0 {
		c.doc.Errorf(f, "until", "until %s is not after since %s: no version is left", f.Until, f.Since)
	}
}

// entries checks what the parts of an entry say together.
func (c *checker) entries() {
	l := c.lib
	for i := range l.Retriers {
		r := &l.Retriers[i]
		c.symbols(r, r.Symbols)
		c.settings(r, r.Settings)
	}
	names := make(map[string]bool)
	for i := range l.Clients {
		c.client(&l.Clients[i], names)
	}
	for i := range l.Settings {
		c.setting(&l.Settings[i])
	}
	for i := range l.Backoffs {
		c.symbols(&l.Backoffs[i], l.Backoffs[i].Symbols)
		c.settings(&l.Backoffs[i], l.Backoffs[i].Settings)
	}
	for i := range l.Policies {
		c.symbols(&l.Policies[i], l.Policies[i].Symbols)
	}
	for i := range l.Marks {
		m := &l.Marks[i]
		c.symbols(m, m.Symbols)
		if m.Means == "" {
			c.doc.Errorf(m, "means", "what the mark means is missing: final or retriable")
		}
	}
	for i := range l.Errors {
		e := &l.Errors[i]
		c.symbols(e, e.Symbols)
		if e.Name == "" {
			c.doc.Errorf(e, "name", "the name of the class of errors is missing")
		}
	}
	for i := range l.Guards {
		g := &l.Guards[i]
		c.symbols(g, g.Symbols)
		if g.Kind == "" {
			c.doc.Errorf(g, "kind", "the kind is missing: breaker, budget or limiter")
		}
	}
	for i := range l.Strippers {
		s := &l.Strippers[i]
		c.symbols(s, s.Symbols)
		if !names[s.Client] {
			c.doc.Errorf(s, "client", "there is no client %q in the file", s.Client)
		}
		if s.By == "" {
			c.doc.Errorf(s, "by", "how the retries are lost is missing: read or write")
		}
	}
}

func (c *checker) client(cl *Client, names map[string]bool) {
	if cl.Name == "" {
		c.doc.Errorf(cl, "name", "the name of the client is missing")
	}
	if names[cl.Name] && cl.Since == "" && cl.Until == "" {
		c.doc.Errorf(cl, "name", "a second client %q; versions of one client have since or until", cl.Name)
	}
	names[cl.Name] = true
	if len(cl.Calls) == 0 && len(cl.Constructors) == 0 {
		c.doc.Errorf(cl, "calls", "client %s has neither calls nor made-by: nothing leads to it", cl.Name)
	}
	c.settings(cl, cl.Settings)
	for i := range cl.Calls {
		calls := &cl.Calls[i]
		c.symbols(calls, calls.Symbols)
		c.anywhere(calls.Symbols, calls.Takes)
	}
	for i := range cl.Constructors {
		made := &cl.Constructors[i]
		c.symbols(made, made.Symbols)
		c.anywhere(made.Symbols, made.Takes)
	}
	for _, name := range cl.Errors {
		if !slices.ContainsFunc(c.lib.Errors, func(e ErrorClass) bool { return e.Name == name }) {
			c.doc.Errorf(cl, "returns", "there is no class of errors %q in errors", name)
		}
	}
}

func (c *checker) symbols(at any, symbols []Symbol) {
	if len(symbols) == 0 {
		c.doc.Errorf(at, "symbol", "the symbol is missing")
	}
}

func (c *checker) anywhere(symbols []Symbol, takes TypeRef) {
	for i := range symbols {
		if symbols[i].Path == anywhere && takes.pkg() == "" {
			c.doc.Errorf(&symbols[i], "", "a class of functions anywhere needs takes: a type of a package that tells them")
		}
	}
}

func (c *checker) settings(at any, symbols []Symbol) {
	for _, s := range symbols {
		if c.lib.Setting(s) == nil {
			c.doc.Errorf(at, "settings", "%s is not among the settings of the file", s)
		}
	}
}

func (c *checker) setting(s *Setting) {
	c.symbols(s, s.Symbols)
	if s.Sets == "" {
		c.doc.Errorf(s, "sets", "what it sets is missing (sets:)")
	}
	if s.Sets != SetsAttempts {
		for _, key := range []struct {
			name  string
			isSet bool
		}{{"counts", s.Counts != ""}, {"zero", s.Zero != ""}, {"negative", s.Negative != ""}, {"most", s.Most != 0}} {
			if key.isSet {
				c.doc.Errorf(s, key.name, "%s is for settings of attempts only; this one sets %s", key.name, cmp.Or(s.Sets, "nothing"))
			}
		}
		return
	}
	switch {
	case s.Counts == "" && s.Attempts.IsZero():
		c.doc.Errorf(s, "sets", "either counts (attempts or retries) or attempts (a number that it always gives) is missing")
	case s.Counts != "" && !s.Attempts.IsZero() && s.When == "":
		c.doc.Errorf(s, "attempts", "a setting that always gives the same attempts counts nothing; remove counts or attempts")
	case s.Counts != "" && s.Zero == "":
		c.doc.Errorf(s, "counts", "what zero means is missing: default, off, unlimited, never runs, invalid or unknown")
	}
}
