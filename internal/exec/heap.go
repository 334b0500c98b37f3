package exec

import (
	"maps"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/ir"
)

// object is what is known of the memory behind one root: something allocated
// in this run, or something that came from outside.
type object struct {
	// values maps the path from the root (".f", "[2]", "" for the root itself) to
	// what was stored there last.
	values map[string]*Term
	// lost says that a call may have changed what is not in values, and answer that
	// this call was the attempt.
	lost, answer bool

	// all and timeless are digests of the values, those of timers included and not;
	// digested says that they were made.
	all, timeless digest
	digested      bool
}

// heap maps roots to objects. Objects are copied before they are changed, since
// runs that parted at a branch share them.
type heap struct {
	objects map[*Term]*object
	// globals is what the initialization of the package left behind; shared.
	globals map[*Term]*object
}

func (h heap) clone() heap {
	return heap{objects: maps.Clone(h.objects), globals: h.globals}
}

func (h heap) at(root *Term) *object {
	if obj, ok := h.objects[root]; ok {
		return obj
	}
	return h.globals[root]
}

func split(addr *Term) (root *Term, path string) {
	addr = addr.plain()
	if addr.Kind == Addr {
		return addr.Args[0].plain(), addr.Name
	}
	return addr, ""
}

func (ts *terms) addr(base *Term, step string) *Term {
	root, path := split(base)
	return ts.intern(Term{Kind: Addr, Name: path + step, Args: []*Term{root}, Outcome: root.Outcome})
}

func (h heap) store(addr, val *Term) {
	root, path := split(addr)
	old := h.at(root)
	obj := &object{values: make(map[string]*Term)}
	if old != nil {
		obj.lost, obj.answer = old.lost, old.answer
		for p, v := range old.values {
			if p != path && !within(p, path) {
				obj.values[p] = v
			}
		}
	}
	obj.values[path] = val
	h.objects[root] = obj
}

// within reports whether path p leads into what path q leads to.
func within(p, q string) bool {
	return len(p) > len(q) && strings.HasPrefix(p, q) && (q == "" || p[len(q)] == '.' || p[len(q)] == '[')
}

// load returns the value at addr; kind says what zero looks like.
func (ts *terms) load(h heap, addr *Term, kind ir.ConstKind) *Term {
	root, path := split(addr)
	obj := h.at(root)
	if obj == nil {
		return ts.outside(root, path)
	}
	base := ts.missing(root, obj, path)
	if v, ok := obj.values[path]; ok {
		base = v
	} else {
		longest := ""
		found := false
		for p := range obj.values {
			if within(path, p) && (!found || len(p) > len(longest)) {
				longest, found = p, true
			}
		}
		if found {
			base = ts.project(obj.values[longest], path[len(longest):])
		}
	}
	var fields []string
	for p := range obj.values {
		if within(p, path) {
			fields = append(fields, p)
		}
	}
	if len(fields) > 0 {
		slices.Sort(fields)
		st := Term{Kind: Struct, Args: []*Term{base}}
		names := make([]string, len(fields))
		for i, p := range fields {
			names[i] = p[len(path):]
			st.Args = append(st.Args, obj.values[p])
		}
		st.Name = strings.Join(names, " ")
		return ts.intern(st)
	}
	return ts.zeroAs(base, kind)
}

// missing returns what stands at a path that nothing was stored to.
func (ts *terms) missing(root *Term, obj *object, path string) *Term {
	switch {
	case obj.lost:
		return ts.intern(Term{Kind: App, Name: opLoad, Args: []*Term{ts.pathAddr(root, path)}, Call: true, Outcome: root.Outcome || obj.answer})
	case root.Kind == Obj:
		return ts.intern(Term{Kind: Zero})
	}
	return ts.outside(root, path)
}

func (ts *terms) outside(root *Term, path string) *Term {
	v := ts.app(opLoad, ts.pathAddr(root, path))
	if path == "" && root.Kind == Sym && isSentinel(root.Name) {
		return ts.intern(Term{Kind: App, Name: v.Name, Args: v.Args, NonNil: true})
	}
	return v
}

// isSentinel reports whether a package variable holds, by its name, an error to
// compare with: those are never nil.
func isSentinel(global string) bool {
	if !strings.HasPrefix(global, "&") {
		return false
	}
	switch global {
	case canceledVar, "&context.DeadlineExceeded", "&io.EOF":
		return true
	}
	name := global[strings.LastIndexByte(global, '.')+1:]
	return strings.HasPrefix(name, "Err") || strings.HasPrefix(name, "err")
}

func (ts *terms) pathAddr(root *Term, path string) *Term {
	if path == "" {
		return root
	}
	return ts.addr(root, path)
}

// project returns the part of the struct or array v that path leads to.
func (ts *terms) project(v *Term, path string) *Term {
	switch v.Kind {
	case Zero:
		return v
	case Struct:
		for i, name := range strings.Split(v.Name, " ") {
			if name == path {
				return v.Args[i+1]
			}
			if within(path, name) {
				return ts.project(v.Args[i+1], path[len(name):])
			}
		}
		return ts.project(v.Args[0], path)
	case App:
		if v.Name == opLoad {
			root, p := split(v.Args[0])
			return ts.intern(Term{Kind: App, Name: opLoad, Args: []*Term{ts.pathAddr(root, p+path)}, Call: v.Call, Outcome: v.Outcome})
		}
	}
	return ts.app(path, v)
}

// zeroAs gives the untyped zero value the form of a kind.
func (ts *terms) zeroAs(v *Term, kind ir.ConstKind) *Term {
	if v.Kind != Zero {
		return v
	}
	switch kind {
	case ir.Int:
		return ts.int(0)
	case ir.Float:
		return ts.float(0)
	case ir.Bool:
		return ts.bool(false)
	case ir.String:
		return ts.intern(Term{Kind: Str})
	case ir.Nil:
		return ts.nil()
	}
	return v
}

// lose forgets what stands behind a pointer that a call was given; answer says that what it
// stored there depends on the answer.
func (h heap) lose(v *Term, answer bool) {
	v = v.plain()
	switch v.Kind {
	case Obj, Addr, Sym, App:
		root, _ := split(v)
		if root.Kind == Sym && (root.Name == errorSym || root.Name == responseSym) {
			return
		}
		if h.at(root) != nil || root.Kind == Obj {
			h.objects[root] = &object{lost: true, answer: answer}
		}
	case Func:
		for _, c := range v.Args {
			h.lose(c, answer)
		}
	case Slice, Struct, Tuple:
		for _, c := range v.Args {
			h.lose(c, answer)
		}
	}
}

// holdsAnswer reports whether something that depends on the answer is stored in what a
// value points to: in a variable that a function captured, or a field.
func (h heap) holdsAnswer(v *Term) bool {
	v = v.plain()
	switch v.Kind {
	case Obj, Addr:
		root, _ := split(v)
		obj := h.at(root)
		if obj == nil || root.Kind != Obj {
			return false
		}
		for _, held := range obj.values {
			if held.Outcome {
				return true
			}
		}
		return obj.answer
	case Func, Slice, Struct:
		return slices.ContainsFunc(v.Args, h.holdsAnswer)
	}
	return false
}

// answer leaves the answer to the attempt in the captured variables that a function
// literal stores to: it runs within the attempt.
func (h heap) answer(literal *Term, body *ir.Func) {
	for _, capture := range assigned(literal, body) {
		if root, _ := split(capture); root.Kind == Obj {
			h.objects[root] = &object{lost: true, answer: true}
		}
	}
}

// assigned returns the captured variables that a function literal stores to.
func assigned(literal *Term, body *ir.Func) []*Term {
	var found []*Term
	first := len(body.Params)
	for b := range body.Blocks {
		for i := range body.Blocks[b].Instrs {
			in := &body.Blocks[b].Instrs[i]
			if in.Op != ir.Store {
				continue
			}
			if capture := int(in.X[0]) - 1 - first; capture >= 0 && capture < len(literal.Args) && capture < len(body.Captures) {
				found = append(found, literal.Args[capture])
			}
		}
	}
	return found
}
