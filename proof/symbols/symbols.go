// Package symbols holds what the catalogue names against what packages declare.
package symbols

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/retrylint/retrylint/internal/catalog"
)

// Package is a package that was loaded, in a version of its module; "" for the
// standard library.
type Package struct {
	Types   *types.Package
	Version string
}

// Resolve finds what a package declares under a name as the catalogue has it:
// "NewClient", "Client.Process", "Config.Producer.Retry.Max". A method is found with
// the type that declares it only.
func Resolve(pkg *types.Package, name string) types.Object {
	names := strings.Split(name, ".")
	obj := pkg.Scope().Lookup(names[0])
	for _, name := range names[1:] {
		if obj == nil {
			return nil
		}
		obj = member(obj.Type(), obj.Pkg(), name)
	}
	return obj
}

// member returns the field or method of a type, nil if it has none or only by
// embedding another type that has a name.
func member(t types.Type, pkg *types.Package, name string) types.Object {
	t = types.Unalias(t)
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		named = named.Origin()
		for m := range named.Methods() {
			if m.Name() == name {
				return m
			}
		}
		t = named.Underlying()
	}
	switch t := t.(type) {
	case *types.Struct:
		for f := range t.Fields() {
			if f.Name() == name {
				return f
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if m.Name() == name {
				return m
			}
		}
	}
	return nil
}

// A checker collects what is wrong with the entries of one library.
type checker struct {
	lib      *catalog.Library
	cat      *catalog.Catalog
	packages map[string]Package
	// checked counts the symbols that were looked up.
	checked int
	wrong   []string
}

// Check holds the entries of a library whose packages are among those given against
// their declarations: that symbols exist, and that the places, callbacks and values
// that are stated are there and of a fitting type. It returns what is wrong, and how
// many symbols it looked up. Entries that hold for other versions are left out.
func Check(cat *catalog.Catalog, lib *catalog.Library, packages map[string]Package) (wrong []string, checked int) {
	c := &checker{lib: lib, cat: cat, packages: packages}
	for i := range lib.Retriers {
		r := &lib.Retriers[i]
		c.each(r.Symbols, r.Fact, func(s catalog.Symbol, obj types.Object) {
			c.callback(s, obj, r.Callback)
			c.places(s, obj, r.Config)
			c.places(s, obj, []catalog.Place{r.Decision.By})
		})
	}
	for i := range lib.Clients {
		c.client(&lib.Clients[i])
	}
	for i := range lib.Settings {
		set := &lib.Settings[i]
		c.each(set.Symbols, set.Fact, func(s catalog.Symbol, obj types.Object) { c.setting(s, obj, set) })
	}
	for i := range lib.Backoffs {
		b := &lib.Backoffs[i]
		c.each(b.Symbols, b.Fact, func(s catalog.Symbol, obj types.Object) { c.places(s, obj, b.Config) })
	}
	for i := range lib.Policies {
		p := &lib.Policies[i]
		c.each(p.Symbols, p.Fact, func(s catalog.Symbol, obj types.Object) { c.places(s, obj, []catalog.Place{p.Decision.By}) })
	}
	for i := range lib.Marks {
		c.each(lib.Marks[i].Symbols, lib.Marks[i].Fact, func(s catalog.Symbol, obj types.Object) { c.function(s, obj) })
	}
	for i := range lib.Errors {
		e := &lib.Errors[i]
		c.each(e.Symbols, e.Fact, func(s catalog.Symbol, obj types.Object) { c.errorClass(s, obj, e) })
	}
	for i := range lib.Guards {
		g := &lib.Guards[i]
		c.each(g.Symbols, g.Fact, func(s catalog.Symbol, obj types.Object) {
			c.callback(s, obj, g.Callback)
			c.places(s, obj, g.Config)
		})
	}
	for i := range lib.Strippers {
		c.each(lib.Strippers[i].Symbols, lib.Strippers[i].Fact, func(catalog.Symbol, types.Object) {})
	}
	return c.wrong, c.checked
}

func (c *checker) fail(s catalog.Symbol, format string, args ...any) {
	version := c.packages[s.Path].Version
	c.wrong = append(c.wrong, strings.TrimSpace(fmt.Sprintf("%s %s: %s", s, version, fmt.Sprintf(format, args...))))
}

// each looks up symbols. One that is declared by a package which is not loaded is
// left to the run that loads it; a class is done by [checker.class].
func (c *checker) each(all []catalog.Symbol, fact catalog.Fact, f func(catalog.Symbol, types.Object)) {
	for _, s := range all {
		if s.IsClass() {
			c.class(s, f)
			continue
		}
		p, ok := c.packages[s.Path]
		if !ok || !applies(fact, p.Version) {
			continue
		}
		c.checked++
		obj := Resolve(p.Types, s.Name)
		switch isAdded := fact.Added != "" && p.Version != "" && semver.Compare(p.Version, fact.Added) < 0; {
		case isAdded && obj != nil:
			c.fail(s, "declared, although it is said to be added in %s", fact.Added)
		case isAdded:
		case obj == nil:
			c.fail(s, "not declared")
		default:
			f(s, obj)
		}
	}
}

// class looks up a class of names: each function that it takes in.
func (c *checker) class(s catalog.Symbol, f func(catalog.Symbol, types.Object)) {
	for path, p := range c.packages {
		if !catalog.PathMatches(s.Path, path) || s.Path == "..." {
			continue
		}
		c.checked++
		found := false
		for _, name := range p.Types.Scope().Names() {
			obj := p.Types.Scope().Lookup(name)
			for _, member := range members(obj, strings.Count(s.Name, ".")) {
				if s.Matches(member) {
					found = true
					f(catalog.Symbol{Path: path, Name: member}, Resolve(p.Types, member))
				}
			}
		}
		if !found && s.Path == path {
			c.fail(s, "takes in nothing that is declared")
		}
	}
}

// members returns the names of what an object declares, with so many dots in them.
func members(obj types.Object, dots int) []string {
	if dots == 0 {
		return []string{obj.Name()}
	}
	name, ok := obj.(*types.TypeName)
	if !ok || dots > 1 {
		return nil
	}
	var names []string
	if named, ok := types.Unalias(name.Type()).(*types.Named); ok {
		for m := range named.Methods() {
			names = append(names, obj.Name()+"."+m.Name())
		}
	}
	switch t := name.Type().Underlying().(type) {
	case *types.Struct:
		for f := range t.Fields() {
			names = append(names, obj.Name()+"."+f.Name())
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			names = append(names, obj.Name()+"."+m.Name())
		}
	}
	return names
}

func applies(f catalog.Fact, version string) bool {
	return (f.Since == "" || semver.Compare(version, f.Since) >= 0) && (f.Until == "" || semver.Compare(version, f.Until) < 0)
}

// function returns the signature of what is to be a function.
func (c *checker) function(s catalog.Symbol, obj types.Object) *types.Signature {
	sig, ok := obj.Type().Underlying().(*types.Signature)
	if !ok {
		c.fail(s, "no function, but %s", obj.Type())
	}
	return sig
}

// parameter returns the parameter at a place, nil if there is none.
func (c *checker) parameter(s catalog.Symbol, obj types.Object, place catalog.Place) *types.Var {
	if place == catalog.None || place == catalog.Receiver {
		return nil
	}
	sig := c.function(s, obj)
	if sig == nil {
		return nil
	}
	i, ok := place.Index(sig)
	if !ok {
		c.fail(s, "no parameter %s in %s", place, sig)
		return nil
	}
	return sig.Params().At(i)
}

func (c *checker) callback(s catalog.Symbol, obj types.Object, place catalog.Place) {
	p := c.parameter(s, obj, place)
	if p == nil {
		return
	}
	t := p.Type()
	if slice, ok := t.Underlying().(*types.Slice); ok {
		t = slice.Elem()
	}
	_, isFunc := t.Underlying().(*types.Signature)
	_, isInterface := t.Underlying().(*types.Interface)
	if !isFunc && !isInterface {
		c.fail(s, "parameter %s is no function, but %s", place, p.Type())
	}
}

func (c *checker) places(s catalog.Symbol, obj types.Object, places []catalog.Place) {
	_, isFunc := obj.(*types.Func)
	for _, place := range places {
		switch {
		case place == catalog.Receiver && isFunc:
			if obj.(*types.Func).Signature().Recv() == nil {
				c.fail(s, "no method, so without a receiver")
			}
		case isFunc && obj.(*types.Func).Signature().Params().Len() > 0:
			// A function without parameters takes options only since a later version.
			c.parameter(s, obj, place)
		}
	}
}

func (c *checker) client(cl *catalog.Client) {
	c.each(cl.Types, cl.Fact, func(s catalog.Symbol, obj types.Object) {
		if _, ok := obj.(*types.TypeName); !ok && slices.Contains(cl.Types, s) {
			c.fail(s, "no type")
		}
	})
	for i := range cl.Calls {
		calls := &cl.Calls[i]
		c.each(calls.Symbols, calls.Fact, func(s catalog.Symbol, obj types.Object) { c.places(s, obj, c.known(s, obj, calls.Config)) })
	}
	for i := range cl.Constructors {
		made := &cl.Constructors[i]
		c.each(made.Symbols, made.Fact, func(s catalog.Symbol, obj types.Object) { c.places(s, obj, c.known(s, obj, made.Config)) })
	}
}

// known returns the places if the symbol is what the catalogue itself takes for a
// function of the entry: a class has filters besides its name.
func (c *checker) known(s catalog.Symbol, obj types.Object, places []catalog.Place) []catalog.Place {
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	e := c.cat.Package(s.Path, c.packages[s.Path].Version).Func(fn)
	if e == nil || e.Library != c.lib || len(e.Calls) == 0 && len(e.Makes) == 0 {
		return nil
	}
	return places
}

func (c *checker) setting(s catalog.Symbol, obj types.Object, set *catalog.Setting) {
	if set.Wraps != catalog.None {
		c.places(s, obj, []catalog.Place{set.Wraps})
	}
	var value types.Type
	switch obj := obj.(type) {
	case *types.Func:
		c.places(s, obj, []catalog.Place{set.Decision.By})
		if set.Counts == "" && set.Argument == catalog.None {
			return
		}
		p := c.parameter(s, obj, set.Value())
		if p == nil {
			return
		}
		value = p.Type()
	case *types.Var, *types.Const:
		value = obj.Type()
	default:
		return
	}
	if ptr, ok := value.Underlying().(*types.Pointer); ok {
		value = ptr.Elem()
	}
	basic, _ := value.Underlying().(*types.Basic)
	switch {
	case set.Counts != "" && (basic == nil || basic.Info()&types.IsInteger == 0):
		c.fail(s, "counts %s, but is of type %s", set.Counts, value)
	case slices.Contains([]string{"true", "false"}, set.When) && (basic == nil || basic.Info()&types.IsBoolean == 0):
		c.fail(s, "is a switch, but of type %s", value)
	}
}

func (c *checker) errorClass(s catalog.Symbol, obj types.Object, e *catalog.ErrorClass) {
	switch obj.(type) {
	case *types.TypeName, *types.Var, *types.Const:
	default:
		c.fail(s, "neither a type nor a value")
	}
	if e.Field == "" {
		return
	}
	t := obj.Type()
	for name := range strings.SplitSeq(e.Field, ".") {
		field, _, _ := types.LookupFieldOrMethod(t, true, obj.Pkg(), name)
		if field == nil {
			c.fail(s, "has no field or method %s", e.Field)
			return
		}
		t = field.Type()
	}
}
