package catalog

import (
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"regexp"
	"strings"
)

var symbolForm = regexp.MustCompile(`^[a-z][a-z0-9]*(\.[A-Za-z_*][A-Za-z0-9_*]*)+$`)

// UnmarshalText reads a symbol as files have it; its path is then the name of the
// package, which [Parse] replaces.
func (s *Symbol) UnmarshalText(text []byte) error {
	if !symbolForm.Match(text) {
		return fmt.Errorf(`%q, where a symbol is expected as "redis.NewClient", "redis.Client.Process" or "redis.Options.MaxRetries": the name of a package in imports, a dot, and what it declares, without pointers and type parameters`, text)
	}
	s.Path, s.Name, _ = strings.Cut(string(text), ".")
	return nil
}

// UnmarshalText reads a set of functions that is written as one symbol.
func (c *Calls) UnmarshalText(text []byte) error {
	c.Symbols = make([]Symbol, 1)
	return c.Symbols[0].UnmarshalText(text)
}

// UnmarshalText reads a constructor that is written as its symbol.
func (c *Constructor) UnmarshalText(text []byte) error {
	c.Symbols = make([]Symbol, 1)
	return c.Symbols[0].UnmarshalText(text)
}

// String returns the symbol with the path of its package.
func (s Symbol) String() string { return s.Path + "." + s.Name }

// Last returns the last name: that of the function, method or field.
func (s Symbol) Last() string { return s.Name[strings.LastIndexByte(s.Name, '.')+1:] }

// IsClass reports whether the symbol stands for more than one.
func (s Symbol) IsClass() bool { return strings.Contains(s.Name, "*") || isPattern(s.Path) }

// Matches reports whether a class has a name, given as in [Symbol].
func (s Symbol) Matches(name string) bool {
	pattern, names := strings.Split(s.Name, "."), strings.Split(name, ".")
	if len(pattern) != len(names) {
		return false
	}
	for i, p := range pattern {
		if ok, err := path.Match(p, names[i]); err != nil || !ok {
			return false
		}
	}
	return !strings.Contains(pattern[len(pattern)-1], "*") || ast.IsExported(names[len(names)-1])
}

// isOf reports whether a symbol is the given one or of the class.
func (s Symbol) isOf(class Symbol) bool {
	return s == class || class.IsClass() && PathMatches(class.Path, s.Path) && class.Matches(s.Name)
}

// isPattern reports whether a path stands for a class of packages.
func isPattern(pkg string) bool { return strings.Contains(pkg, "*") || strings.Contains(pkg, "...") }

// PathMatches reports whether a path is the given one or of the class: * stands for
// one element, or a part of one, and ... for any number of elements.
func PathMatches(pattern, pkg string) bool {
	// Most paths differ before the first wildcard.
	same := 0
	for same < len(pattern) && same < len(pkg) && pattern[same] == pkg[same] {
		same++
	}
	if same == len(pattern) && same == len(pkg) {
		return true
	}
	wildcard := strings.IndexByte(pattern, '*')
	if dots := strings.Index(pattern, "..."); dots >= 0 && (wildcard < 0 || dots < wildcard) {
		// The slash before the dots goes with them.
		wildcard = max(dots-1, 0)
	}
	if wildcard < 0 || same < wildcard {
		return false
	}
	return elementsMatch(strings.Split(pattern, "/"), strings.Split(pkg, "/"))
}

func elementsMatch(pattern, elements []string) bool {
	for i, p := range pattern {
		if p == "..." {
			for n := i; n <= len(elements); n++ {
				if elementsMatch(pattern[i+1:], elements[n:]) {
					return true
				}
			}
			return false
		}
		if i >= len(elements) {
			return false
		}
		if ok, err := path.Match(p, elements[i]); err != nil || !ok {
			return false
		}
	}
	return len(pattern) == len(elements)
}

// SymbolOf returns the symbol of a function, a method, a package variable or a type;
// ok is false if it has none, as a method of a type without a name.
func SymbolOf(obj types.Object) (s Symbol, ok bool) {
	if obj == nil || obj.Pkg() == nil {
		return Symbol{}, false
	}
	if fn, isFunc := obj.(*types.Func); isFunc {
		recv := fn.Signature().Recv()
		if recv == nil {
			return Symbol{obj.Pkg().Path(), fn.Name()}, true
		}
		name := typeName(recv.Type())
		if name == nil {
			return Symbol{}, false
		}
		return Symbol{obj.Pkg().Path(), name.Name() + "." + fn.Name()}, true
	}
	return Symbol{obj.Pkg().Path(), obj.Name()}, true
}

// typeName returns the name of a type or of what it points to, nil if it has none.
func typeName(t types.Type) *types.TypeName {
	t = types.Unalias(t)
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj()
	}
	return nil
}

// pkg returns the path of the package of a type, "" for one without.
func (r TypeRef) pkg() string {
	s := strings.TrimPrefix(string(r), "...")
	if i := strings.LastIndexByte(s, '.'); i >= 0 {
		return s[:i]
	}
	return ""
}

// is reports whether a type, or what it points to, is the one that is named.
func (r TypeRef) is(t types.Type) bool {
	name := typeName(t)
	if name == nil {
		return false
	}
	if name.Pkg() == nil {
		return string(r) == name.Name()
	}
	pkg := name.Pkg().Path()
	return len(r) == len(pkg)+1+len(name.Name()) && strings.HasPrefix(string(r), pkg) && strings.HasSuffix(string(r), name.Name())
}

// takenBy reports whether a parameter of a function has the type.
func (r TypeRef) takenBy(sig *types.Signature) bool {
	params := sig.Params()
	if elem, variadic := strings.CutPrefix(string(r), "..."); variadic {
		if !sig.Variadic() {
			return false
		}
		last := params.At(params.Len() - 1).Type().(*types.Slice)
		return TypeRef(elem).is(last.Elem())
	}
	for v := range params.Variables() {
		if r.is(v.Type()) {
			return true
		}
	}
	return false
}

// givenBy reports whether a result of a function has the type.
func (r TypeRef) givenBy(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if r.is(v.Type()) {
			return true
		}
	}
	return false
}
