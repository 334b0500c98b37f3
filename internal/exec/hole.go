package exec

import (
	"slices"
	"strings"
)

// IsParam reports whether t is the parameter of that name.
func (t *Term) IsParam(name string) bool { return t.Kind == Sym && t.Name == name && t.Int == 0 }

// FieldOf reports whether t was read from a field of the parameter of that name, and
// returns the names of the fields on the way, the outermost first.
func (t *Term) FieldOf(name string) (path []string, ok bool) {
	if t.Kind != App {
		return nil, false
	}
	var fields string
	for {
		switch {
		case t.Kind == App && t.Name == opLoad && len(t.Args) == 1:
			t = t.Args[0]
		case t.Kind == Addr && strings.HasPrefix(t.Name, "."):
			fields, t = t.Name+fields, t.Args[0]
		case t.Kind == App && strings.HasPrefix(t.Name, ".") && len(t.Args) == 1:
			fields, t = t.Name+fields, t.Args[0]
		default:
			if fields == "" || !t.IsParam(name) || strings.ContainsAny(fields, "[*") {
				return nil, false
			}
			return strings.Split(fields[1:], "."), true
		}
	}
}

// Sentinels returns the names of the package variables that an error is compared with, by
// == or errors.Is; nil if t is no such test. Variables of this package that are set to
// equal errors are not told apart, and all of them are returned.
func (m *Machine) Sentinels(t *Term) []string {
	if t.Kind != App || len(t.Args) != 2 || t.Name != "errors.Is" && t.Name != "==" || !t.Outcome {
		return nil
	}
	for _, arg := range t.Args {
		arg = arg.plain()
		if arg.Outcome {
			continue
		}
		if arg.Kind == App && arg.Name == opLoad && arg.Args[0].Kind == Sym && strings.HasPrefix(arg.Args[0].Name, "&") {
			return []string{arg.Args[0].Name[1:]}
		}
		var names []string
		for root, obj := range m.initialized() {
			if v := obj.values[""]; root.Kind == Sym && v != nil && v.plain() == arg && arg.Kind == App {
				names = append(names, root.Name[1:])
			}
		}
		slices.Sort(names)
		if len(names) > 0 {
			return names
		}
	}
	return nil
}
