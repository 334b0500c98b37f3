// Package ir is a small register form of functions.
//
// The model runs functions symbolically, those of the package at hand and those
// of its imports alike. go/ssa exists only for the former, so both are brought
// into one form first: it holds no type-checker objects, survives encoding, and
// keeps of types only what the executor asks for.
package ir

import (
	"cmp"
	"go/token"
	"slices"
)

// Op is what an instruction does.
type Op uint8

// The instructions. X are the operands, in the order given.
const (
	Bad       Op = iota
	Phi          // Dst = the operand that belongs to the predecessor block
	Binary       // Dst = X[0] Name X[1]
	Not          // Dst = !X[0]
	Neg          // Dst = -X[0]
	Load         // Dst = *X[0]
	Store        // *X[0] = X[1]
	MapUpdate    // X[0][X[1]] = X[2], a map
	Alloc        // Dst = address of a new zero value; N is the length of an array
	FieldAddr    // Dst = &X[0].Name
	Field        // Dst = X[0].Name
	IndexAddr    // Dst = &X[0][X[1]]
	Index        // Dst = X[0][X[1]]
	Lookup       // Dst = X[0][X[1]], a map or string; CommaOK
	Call         // Dst = call; see Call
	Go           // as Call, in a goroutine
	Defer        // as Call, at the next RunDefers
	RunDefers    // runs what was deferred, the last first
	Closure      // Dst = function Name with captures X; Callee tells its package
	Extract      // Dst = component N of tuple X[0]
	Convert      // Dst = X[0] as another type; Name is "int" or "float" for numeric targets
	Assert       // Dst = X[0].(T); CommaOK
	Slice        // Dst = X[0][X[1]:X[2]]; a missing bound is NoOperand
	Make         // Dst = new slice, map or channel; X[0] is the length if given
	Receive      // Dst = <-X[0]; CommaOK
	Send         // X[0] <- X[1]
	Select       // Dst = select over Cases; Blocking
	RangeOver    // Dst = iterator over the map or string X[0]
	Next         // Dst = next of iterator X[0]
	Return       // return X
	Jump         // to successor 0
	If           // X[0]: to successor 0, else 1
	Panic        // panic(X[0])
	Opaque       // Dst = something that is not modelled
)

// Operand names a value: a register if positive, constant -n-1 of the function
// if negative. NoOperand is none.
type Operand int32

// NoOperand stands where an operand is missing.
const NoOperand Operand = 0

// ConstKind is the kind of a constant or of a zero value.
type ConstKind uint8

// The kinds of constants.
const (
	Nil ConstKind = iota
	Int
	Float
	Bool
	String
	Struct    // the zero value of a struct or array
	FuncRef   // a function, by name
	GlobalRef // the address of a package variable, by name
)

// Const is a constant operand.
type Const struct {
	Kind  ConstKind
	Int   int64
	Float float64
	Str   string
	// Pkg is the path of the package of a function or variable.
	Pkg string
}

// Case is one communication of a select.
type Case struct {
	Send bool
	Chan Operand
	Val  Operand
}

// Callee describes what a call instruction calls.
type Callee struct {
	// Func is the full name of a statically known function, as
	// (*types.Func).FullName prints it for the origin; closures and builtins have
	// names of their own ("F$1", "builtin len").
	Func string
	// Pkg is the path of the package that declares Func or Method.
	Pkg string
	// Method is the full name of the interface method of a dynamic call, X[0]
	// being the receiver. If Func and Method are empty, X[0] is the function value.
	Method string
	// Context says that a context.Context is among the parameters.
	Context bool
	// ContextIn and ContextOut are one more than the index of a context.Context among
	// the operands and among the results; 0 if there is none.
	ContextIn, ContextOut int32
	// Err is the index of the error among the results, -1 if there is none.
	Err int32
	// Results is the number of results.
	Results int32
	// Response is one more than the index of a *http.Response among the results; 0 if there
	// is none.
	Response int32
	// CallOptions says that it takes the options of a gRPC call, last.
	CallOptions bool
	// Bool says that a result is a bool.
	Bool bool
	// Judged is the index in X of an error about which a bool is returned, as the last
	// result or before an error; -1 if there is none.
	Judged int32
	// Prints says that it takes any number of values of any type and returns nothing.
	Prints bool
	// Waits says that Func may block for a while, as far as the package knows that calls
	// it; it is set in bodies for other packages only.
	Waits bool
	// Duration says that a time.Duration is among the parameters, Timer that the only
	// result is a channel of instants.
	Duration, Timer bool
}

// Instr is one instruction.
type Instr struct {
	Op   Op
	Dst  Operand
	X    []Operand
	Name string
	N    int32
	Zero ConstKind // Alloc: kind of the zero value; Load, Index: kind of the value
	// Type is the full type of a value that becomes an interface, or that errors.AsType
	// looks for; "error" for a Load or Field of that type.
	Type     string
	CommaOK  bool
	Blocking bool
	// Interface says that the type T of an Assert, of errors.AsType or of what errors.As is
	// given the address of is an interface.
	Interface bool
	// Methods are the names of the methods of a value that becomes an interface, or
	// of the interface T, each with a space before it; "" if they are not
	// known or there are none.
	Methods string
	Callee  *Callee
	Cases   []Case
	Line    int32
	// Pos is the source position; it exists only within the package at hand.
	Pos token.Pos
}

// Block is a basic block. Its last instruction is Return, Jump, If or Panic.
type Block struct {
	Instrs []Instr
	Preds  []int32
	Succs  []int32
}

// Func is a function with its body.
type Func struct {
	// Name is the full name, see Callee.Func.
	Name string
	// Pkg is the path of the package.
	Pkg string
	// Params are the names of the parameters, the receiver first. They are the
	// registers from 1 on, followed by the captures.
	Params   []string
	Captures []string
	// Regs is the number of registers in use.
	Regs   int32
	Consts []Const
	Blocks []Block
	Pos    token.Pos
}

// Const returns the constant that a negative operand names.
func (f *Func) Const(x Operand) Const { return f.Consts[-x-1] }

// Any reports whether an instruction of the function is as asked for.
func (f *Func) Any(is func(in *Instr) bool) bool {
	for i := range f.Blocks {
		for j := range f.Blocks[i].Instrs {
			if is(&f.Blocks[i].Instrs[j]) {
				return true
			}
		}
	}
	return false
}

// Results returns the number of results, 0 if the function never returns.
func (f *Func) Results() int {
	for i := range f.Blocks {
		for j := range f.Blocks[i].Instrs {
			if in := &f.Blocks[i].Instrs[j]; in.Op == Return {
				return len(in.X)
			}
		}
	}
	return 0
}

// Calls returns the names of the functions that are called, in order.
func (f *Func) Calls() []string {
	var names []string
	for i := range f.Blocks {
		for j := range f.Blocks[i].Instrs {
			if in := &f.Blocks[i].Instrs[j]; in.Op == Call && in.Callee.Func != "" {
				names = append(names, in.Callee.Func)
			}
		}
	}
	return names
}

// Size returns the number of instructions.
func (f *Func) Size() int {
	n := 0
	for i := range f.Blocks {
		n += len(f.Blocks[i].Instrs)
	}
	return n
}

// Loop is a natural loop: the block that each round starts with, and all blocks.
type Loop struct {
	Header int
	Blocks map[int]bool
}

// Loops returns the natural loops of a function, inner loops before those around
// them; loops with the same header are one. Blocks that cannot be reached are in none.
func (f *Func) Loops() []Loop {
	dom := f.dominators()
	depth := depths(dom)
	byHeader := make(map[int]map[int]bool)
	for b := range f.Blocks {
		for _, succ := range f.Blocks[b].Succs {
			h := int(succ)
			if dom[b] < 0 || !dominates(dom, depth, h, b) {
				continue
			}
			body := byHeader[h]
			if body == nil {
				body = map[int]bool{h: true}
				byHeader[h] = body
			}
			for work := []int{b}; len(work) > 0; {
				x := work[len(work)-1]
				work = work[:len(work)-1]
				if dom[x] >= 0 && !body[x] {
					body[x] = true
					for _, p := range f.Blocks[x].Preds {
						work = append(work, int(p))
					}
				}
			}
		}
	}
	loops := make([]Loop, 0, len(byHeader))
	for h, body := range byHeader {
		loops = append(loops, Loop{Header: h, Blocks: body})
	}
	slices.SortFunc(loops, func(a, b Loop) int {
		return cmp.Or(cmp.Compare(len(a.Blocks), len(b.Blocks)), cmp.Compare(a.Header, b.Header))
	})
	return loops
}

// dominators returns the immediate dominator of each block, the entry for itself
// and -1 for blocks that cannot be reached. The algorithm is that of Cooper, Harvey and
// Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
func (f *Func) dominators() []int {
	order := f.postorder()
	number := make([]int, len(f.Blocks))
	for i := range number {
		number[i] = -1
	}
	for i, b := range order {
		number[b] = i
	}
	idom := make([]int, len(f.Blocks))
	for i := range idom {
		idom[i] = -1
	}
	if len(idom) == 0 {
		return idom
	}
	idom[0] = 0
	for changed := true; changed; {
		changed = false
		for i := len(order) - 1; i >= 0; i-- {
			b := order[i]
			if b == 0 {
				continue
			}
			dom := -1
			for _, p := range f.Blocks[b].Preds {
				switch p := int(p); {
				case idom[p] < 0:
				case dom < 0:
					dom = p
				default:
					for dom != p {
						if number[dom] < number[p] {
							dom = idom[dom]
						} else {
							p = idom[p]
						}
					}
				}
			}
			if dom != idom[b] {
				idom[b] = dom
				changed = true
			}
		}
	}
	return idom
}

func (f *Func) postorder() []int {
	var order []int
	seen := make([]bool, len(f.Blocks))
	var visit func(int)
	visit = func(b int) {
		seen[b] = true
		for _, s := range f.Blocks[b].Succs {
			if !seen[s] {
				visit(int(s))
			}
		}
		order = append(order, b)
	}
	if len(f.Blocks) > 0 {
		visit(0)
	}
	return order
}

// depths returns how many blocks dominate each block, itself aside.
func depths(idom []int) []int {
	depth := make([]int, len(idom))
	for i := range depth {
		depth[i] = -1
	}
	if len(depth) > 0 {
		depth[0] = 0
	}
	var path []int
	for b := range idom {
		if idom[b] < 0 {
			continue
		}
		path = path[:0]
		for ; b != 0 && depth[b] < 0; b = idom[b] {
			path = append(path, b)
		}
		n := depth[b]
		for _, p := range slices.Backward(path) {
			n++
			depth[p] = n
		}
	}
	return depth
}

// dominates reports whether a block that can be reached is dominated by another. It takes
// no longer than the way up from one to the depth of the other.
func dominates(idom, depth []int, a, b int) bool {
	for depth[b] > depth[a] && b != 0 {
		b = idom[b]
	}
	return a == b
}
