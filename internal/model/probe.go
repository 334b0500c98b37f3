package model

import (
	"go/types"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"
)

// probes reports whether a site only waits until something answers at all. It asks for
// something, as its name says, and throws the answer away but for its status; or it asks, by
// its name, whether something is ready. What a statement of a database did is no answer that
// anybody asked for.
func probes(call ssa.CallInstruction) bool {
	v, ok := call.(*ssa.Call)
	if !ok {
		return false
	}
	name := calleeName(call.Common())
	if readiness.MatchString(lastName(name)) {
		return true
	}
	results, ok := v.Type().(*types.Tuple)
	if !ok || !doesOneOf(asking, name) {
		return false
	}
	for _, ref := range *v.Referrers() {
		if result, ok := ref.(*ssa.Extract); ok && result.Index < results.Len()-1 && !onlyClosed(result) {
			return false
		}
	}
	return results.Len() == 0 || results.At(0).Type().String() != "database/sql.Result"
}

// readiness matches the names of functions that ask whether something is there to be used.
var readiness = regexp.MustCompile(`(?i)ready|health|alive|reachable|listening`)

// completion matches the names of functions that ask whether something has come to an end.
var completion = regexp.MustCompile(`(?i)done|ready|finished|complete`)

// asksState reports whether a call asks, by its name, whether something is so, and has no
// other answer than yes and no: a failure is a no.
func asksState(call ssa.CallInstruction) bool {
	results := call.Common().Signature().Results()
	if results.Len() != 1 || !isBool(results.At(0).Type()) {
		return false
	}
	return state.MatchString(lastName(calleeName(call.Common())))
}

// state matches the names of functions that ask whether something is so.
var state = regexp.MustCompile(`^([iI]s|[hH]as|[dD]oes|[aA]re)[A-Z]|[eE]xists?$`)

// asking are the beginnings of the names of functions that are called for an answer, or to
// find out whether there is one.
var asking = []string{
	"Can", "Check", "Connect", "Describe", "Dial", "Do", "Exists", "Fetch", "Find", "Get", "Has", "Head", "Health", "Info", "Inspect", "Is", "List", "Load",
	"Lookup", "Open", "Ping", "Probe", "Query", "Read", "Ready", "Request", "Resolve", "Show", "Stat", "Status", "Test", "Try", "Verify", "Version", "Wait",
}

// lastName returns the last part of the full name of a function, method or field.
func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// doesOneOf reports whether the name of a function begins with one of some verbs.
func doesOneOf(verbs []string, name string) bool {
	name = lastName(name)
	return slices.ContainsFunc(verbs, func(verb string) bool {
		if len(name) < len(verb) || !strings.EqualFold(name[:len(verb)], verb) {
			return false
		}
		rest := name[len(verb):]
		return rest == "" || !unicode.IsLower(rune(rest[0]))
	})
}

// onlyClosed reports whether a value is used for nothing but to close it and to look
// at its status; seen are the values that it was made of.
func onlyClosed(v ssa.Value, seen ...ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.FieldAddr:
			if name := fieldName(ref); name != "Body" && name != "StatusCode" || !onlyClosed(ref, seen...) {
				return false
			}
		case *ssa.UnOp, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Phi:
			if slices.Contains(seen, v) {
				continue
			}
			if !onlyClosed(ref.(ssa.Value), append(slices.Clip(seen), v)...) {
				return false
			}
		case ssa.CallInstruction:
			if c := ref.Common(); !(c.IsInvoke() && c.Value == v && c.Method.Name() == "Close") && !isClose(c.StaticCallee()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func isClose(fn *ssa.Function) bool { return fn != nil && fn.Name() == "Close" }

func fieldName(addr *ssa.FieldAddr) string { return fieldVar(addr).Name() }

func fieldVar(addr *ssa.FieldAddr) *types.Var {
	return addr.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(addr.Field)
}
