package model

import (
	"cmp"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/chain"
	"github.com/retrylint/retrylint/internal/reach"
)

// maxSummaries is the largest number of bytes of the fact of a package.
const maxSummaries = 128 << 10

// export exports the summaries that other packages may need.
func (s *summaries) export() {
	if s.pass.Pkg.Name() == "main" {
		// Nobody imports it.
		return
	}
	worth := s.worth()
	c := &carrying{summaries: s, seen: make(map[string]bool), used: make(map[string]bool), called: make(map[string]bool)}
	for _, st := range s.own.Stored {
		if !strings.HasPrefix(st.Name, s.pass.Pkg.Path()+".") {
			c.keep(st)
		}
	}
	for _, conversion := range s.own.Conversions {
		c.convert(conversion)
	}
	for i := range s.own.Funcs {
		if name := s.own.Funcs[i].Name; worth[name] {
			c.add(s.pass.Pkg.Path(), name)
		}
	}
	c.grow()
	if len(c.funcs) == 0 && len(c.stored) == 0 && len(c.conversions) == 0 {
		return
	}
	if fact := c.within(maxSummaries); fact != nil {
		s.pass.ExportPackageFact(fact)
	}
}

// within returns a fact of so many bytes at most, nil if what functions keep alone is
// larger. What was found last, which is furthest away, is left out first.
func (c *carrying) within(most int) *Summaries {
	n := len(c.funcs)
	fact, size := c.fact(n)
	for size > most {
		if n == 0 {
			return nil
		}
		n -= n/8 + 1
		fact, size = c.fact(max(n, 0))
	}
	return fact
}

// carrying is what the fact of a package is going to say, in the order in which it was
// found.
type carrying struct {
	*summaries
	// seen are the functions that were added, used the fields and variables that are asked
	// for, called the interfaces whose methods are called.
	seen, used, called map[string]bool
	funcs              []*chain.Summary
	stored             []chain.Stored
	conversions        []chain.Conversion
	// next is the first function that was not looked at yet.
	next int
}

// add adds a function, if it has a summary.
func (c *carrying) add(pkg, name string) {
	if c.seen[name] {
		return
	}
	c.seen[name] = true
	if sum := c.Summary(pkg, name); sum != nil {
		c.funcs = append(c.funcs, sum)
	}
}

// grow adds what the functions lead to.
func (c *carrying) grow() {
	for ; c.next < len(c.funcs); c.next++ {
		f := c.funcs[c.next]
		for i := range f.Calls {
			call := &f.Calls[i]
			c.value(call.Callee)
			for _, arg := range call.Args {
				c.value(arg)
			}
			if call.Method != "" {
				c.interfaceOf(call.Method)
			}
		}
		for i := range f.Sites {
			c.value(f.Sites[i].Bound.Hole)
		}
		for _, r := range f.Results {
			c.value(r)
		}
	}
}

// value adds what a value stands for.
func (c *carrying) value(v chain.Value) {
	v.Each(func(v chain.Value) {
		switch v.Kind {
		case chain.Func:
			if v.N == chain.BoundInterface {
				c.interfaceOf(v.Name)
			} else {
				c.add(v.Pkg, v.Name)
			}
		case chain.Object, chain.Typed:
			c.methods(v)
		case chain.Field, chain.Global:
			if c.used[v.Name] {
				return
			}
			c.used[v.Name] = true
			for _, held := range c.Stored(v.Pkg, v.Name) {
				c.keep(chain.Stored{Name: v.Name, Value: held})
			}
		}
	})
}

func (c *carrying) keep(st chain.Stored) {
	key := "stored " + st.Name + " " + st.Value.Key()
	if c.seen[key] {
		return
	}
	c.seen[key] = true
	c.stored = append(c.stored, st)
	c.value(st.Value)
}

// methods adds the methods of a type of another package; those of this one are worth it
// or not by themselves.
func (c *carrying) methods(typ chain.Value) {
	name := strings.TrimPrefix(typ.Name, "*")
	if typ.Pkg == c.pass.Pkg.Path() || c.seen["type "+name] {
		return
	}
	c.seen["type "+name] = true
	for _, fact := range c.carriers[typ.Pkg] {
		if o := c.other(fact); o != nil {
			for _, m := range o.methods[name] {
				c.add(m.Pkg, m.Name)
			}
		}
	}
}

// interfaceOf adds the implementations of the interface of a method, given its full name.
func (c *carrying) interfaceOf(method string) {
	iface := receiverOf(method)
	if iface == "" || c.called[iface] {
		return
	}
	c.called[iface] = true
	for _, typ := range (below{c.summaries}).Implementations("", iface) {
		c.convert(chain.Conversion{Interface: iface, Type: typ})
	}
}

func (c *carrying) convert(conversion chain.Conversion) {
	c.conversions = append(c.conversions, conversion)
	c.methods(conversion.Type)
}

// fact returns a fact with the first n functions, and its size.
func (c *carrying) fact(n int) (fact *Summaries, size int) {
	out := &chain.Package{Stored: slices.Clone(c.stored), Conversions: slices.Clone(c.conversions)}
	for _, f := range c.funcs[:n] {
		out.Funcs = append(out.Funcs, f.Portable())
	}
	slices.SortFunc(out.Funcs, func(a, b chain.Summary) int {
		return cmp.Or(strings.Compare(a.Pkg, b.Pkg), strings.Compare(a.Name, b.Name))
	})
	slices.SortStableFunc(out.Stored, func(a, b chain.Stored) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(out.Conversions, func(a, b chain.Conversion) int {
		return cmp.Or(strings.Compare(a.Interface, b.Interface), strings.Compare(a.Type.Name, b.Type.Name))
	})
	out.Conversions = slices.CompactFunc(out.Conversions, func(a, b chain.Conversion) bool {
		return a.Interface == b.Interface && a.Type.Name == b.Type.Name
	})
	numberTypes()
	fact = &Summaries{Data: out.Encode()}
	for i := range out.Funcs {
		f := &out.Funcs[i]
		if n := len(fact.Packages); n == 0 || fact.Packages[n-1] != f.Pkg {
			fact.Packages, fact.Names = append(fact.Packages, f.Pkg), append(fact.Names, nil)
		}
		last := len(fact.Names) - 1
		fact.Names[last] = append(fact.Names[last], reach.Relative(f.Pkg, f.Name))
	}
	for _, names := range fact.Names {
		slices.Sort(names)
	}
	for _, st := range out.Stored {
		fact.Stored = append(fact.Stored, st.Name)
	}
	fact.Stored = slices.Compact(fact.Stored)
	for _, conversion := range out.Conversions {
		fact.Interfaces = append(fact.Interfaces, conversion.Interface)
	}
	fact.Interfaces = slices.Compact(fact.Interfaces)
	size = len(fact.Data)
	for _, list := range slices.Concat([][]string{fact.Packages, fact.Stored, fact.Interfaces}, fact.Names) {
		for _, name := range list {
			size += len(name) + 1
		}
	}
	return fact, size
}
