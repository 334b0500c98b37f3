package settings

import (
	"go/types"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/catalog"
)

// Func reports whether a function or method is named: by itself, by its type, or by its
// package if it fails, that is, if it returns an error.
func (n *Names) Func(fn *types.Func, fails bool) bool {
	if n.IsZero() {
		return false
	}
	symbol, ok := catalog.SymbolOf(fn.Origin())
	return ok && n.symbol(symbol, fails)
}

// Named is as Func for a function of which only the package and the full name are
// known; it is taken to return an error.
func (n *Names) Named(pkg, fullName string) bool {
	if n.IsZero() {
		return false
	}
	name, ok := strings.CutPrefix(bare(fullName), pkg+".")
	return ok && n.symbol(catalog.Symbol{Path: pkg, Name: name}, true)
}

// bare returns the name of a function, as Go prints it, as settings have it.
func bare(name string) string {
	name = strings.NewReplacer("(", "", ")", "", "*", "").Replace(name)
	if before, rest, ok := strings.Cut(name, "["); ok {
		// The type parameters of the receiver.
		name = before + rest[strings.LastIndexByte(rest, ']')+1:]
	}
	return name
}

// FunctionName returns the name of a declared function as settings have it, given its package
// and how messages print it there, such as "(*Server).Order".
func FunctionName(pkg, declaration string) string { return pkg + "." + bare(declaration) }

// Type reports whether a named type is named.
func (n *Names) Type(t types.Type) bool {
	if n.IsZero() {
		return false
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	symbol, ok := catalog.SymbolOf(named.Obj())
	return ok && has(n.Types, symbol.String())
}

func (n *Names) symbol(s catalog.Symbol, fails bool) bool {
	if has(n.Functions, s.String()) || fails && has(n.Packages, s.Path) {
		return true
	}
	owner, _, isMethod := strings.Cut(s.Name, ".")
	return isMethod && has(n.Types, s.Path+"."+owner)
}

func has(patterns []Pattern, name string) bool {
	return slices.ContainsFunc(patterns, func(p Pattern) bool { return catalog.PathMatches(string(p), name) })
}
