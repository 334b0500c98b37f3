package model

import (
	"go/types"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"
)

// probes reports whether a call asks for something and throws the answer away, but for
// its status: it may only wait until something answers at all. What a statement of a
// database did is no answer that anybody asked for.
func probes(call ssa.CallInstruction) bool {
	v, ok := call.(*ssa.Call)
	if !ok || alters(calleeName(call.Common())) {
		return false
	}
	results, ok := v.Type().(*types.Tuple)
	if !ok {
		return false
	}
	for _, ref := range *v.Referrers() {
		if result, ok := ref.(*ssa.Extract); ok && result.Index < results.Len()-1 && !onlyClosed(result) {
			return false
		}
	}
	return results.Len() == 0 || results.At(0).Type().String() != "database/sql.Result"
}

// altering are the beginnings of the names of functions that are called for what they
// change, and not for an answer.
var altering = []string{
	"Create", "Put", "Post", "Patch", "Update", "Delete", "Remove", "Deregister", "Register", "Send", "Publish", "Write", "Upload",
	"Enable", "Disable", "Set", "Add", "Attach", "Detach", "Import", "Modify", "Insert", "Terminate", "Cancel", "Authorize", "Revoke",
	"Grant", "Apply", "Commit",
}

// alters reports whether a function, by its name, changes something.
func alters(name string) bool {
	name = name[strings.LastIndexByte(name, '.')+1:]
	return slices.ContainsFunc(altering, func(verb string) bool {
		rest, ok := strings.CutPrefix(name, verb)
		return ok && (rest == "" || unicode.IsUpper(rune(rest[0])))
	})
}

// onlyClosed reports whether a value is used for nothing but to close it and to look
// at its status.
func onlyClosed(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.FieldAddr:
			if name := fieldName(ref); name != "Body" && name != "StatusCode" || !onlyClosed(ref) {
				return false
			}
		case *ssa.UnOp:
			if !onlyClosed(ref) {
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

func fieldName(addr *ssa.FieldAddr) string {
	return addr.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(addr.Field).Name()
}
