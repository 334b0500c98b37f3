package exec

import (
	"maps"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/answer"
	"github.com/retrylint/retrylint/internal/ir"
)

// Shape is a form of error that a function returns, with the answers for which it does.
type Shape struct {
	In answer.Set
	// Types are the types of the error and of those within it, and Fields the paths of the
	// fields of these types that hold the status, "" if there is none.
	Types, Fields []string
	// Sentinels are the package variables among them, such as "&example.com/shop.ErrGone".
	Sentinels []string
	// Open says that it may hold more, and Client that this is nothing of the packages that
	// use the client whose error it is.
	Open, Client bool
}

// Equal reports whether two errors are the same, returned for the same answers.
func (s Shape) Equal(other Shape) bool { return s.In == other.In && s.Same(other) }

// Same reports whether two errors are the same, whatever the answers.
func (s Shape) Same(other Shape) bool {
	return s.Open == other.Open && s.Client == other.Client && slices.Equal(s.Types, other.Types) && slices.Equal(s.Fields, other.Fields) && slices.Equal(s.Sentinels, other.Sentinels)
}

// Outcomes runs a function for each answer to a call in it, and returns the errors that
// it surely returns then; ok is false if it is too large. Of answers that the call is not
// known to give, only those count that the function asks for.
func (m *Machine) Outcomes(fn *ir.Func, attempt *ir.Instr, world Answer, ask *Ask, known answer.Set, sure func([]Cond) bool) (shapes []Shape, ok bool) {
	for {
		shapes, r := m.outcomesOnce(fn, attempt, world, ask, known, sure)
		if r.tangle == "" {
			return shapes, !r.gaveUp
		}
		m.tangledAsked[r.tangle] = true
	}
}

func (m *Machine) outcomesOnce(fn *ir.Func, attempt *ir.Instr, world Answer, ask *Ask, known answer.Set, sure func([]Cond) bool) ([]Shape, *run) {
	var shapes []Shape
	m.initialized()
	r := newRun(m)
	r.ask = ask
	r.enter = func(s *state, _, to int) bool { return s.visit(to) }
	r.isAttempt = func(_ *state, in *ir.Instr) bool { return in == attempt }
	r.attempted = func(s *state, in *ir.Instr) bool {
		s.started, s.arrived = true, true
		r.caller = fn.Pkg
		s.top().regs[in.Dst] = r.give(in, world)
		r.answered(s, world)
		return true
	}
	r.returned = func(s *state, results []*Term) {
		if !s.started || len(results) == 0 || !sure(s.round.Conds) {
			return
		}
		e := results[len(results)-1]
		in := s.answers.And(known.Or(s.way.Asks))
		if e.Kind == Nil || !e.NonNil || in.IsEmpty() {
			return
		}
		shapes = append(shapes, r.shapes(s, e, in)...)
	}
	r.explore(m.start(fn, nil, nil))
	return shapes, r
}

// shapes describes an error that is returned for some answers.
func (r *run) shapes(s *state, e *Term, in answer.Set) []Shape {
	errs, known := r.chain(s, e)
	shape := Shape{In: in, Open: !known}
	leaf := false
	for _, e := range errs {
		leaf = leaf || isLeaf(e)
		switch {
		case e.Type == "*fmt.wrapError" || e.Type == "*errors.errorString":
		case e.Type != "":
			shape.Types = append(shape.Types, e.Type)
			shape.Fields = append(shape.Fields, r.statusField(s, e))
		case e.Kind == App && e.Name == opLoad && holdsNone(e):
			shape.Sentinels = append(shape.Sentinels, e.Args[0].Name)
		}
		if name := r.sentinel(e); name != "" {
			shape.Sentinels = append(shape.Sentinels, name)
		}
	}
	if !leaf || len(r.ask.Shapes) == 0 {
		return []Shape{shape}
	}
	// What is within the error of the call is within this one.
	var shapes []Shape
	for _, inner := range r.ask.Shapes {
		both := shape
		if both.In = both.In.And(inner.In); both.In.IsEmpty() {
			continue
		}
		both.Types, both.Fields = slices.Concat(shape.Types, inner.Types), slices.Concat(shape.Fields, inner.Fields)
		both.Sentinels, both.Open, both.Client = slices.Concat(shape.Sentinels, inner.Sentinels), inner.Open, inner.Client
		shapes = append(shapes, both)
	}
	return shapes
}

// statusField returns the path of the field that holds the status, "" if there is none.
func (r *run) statusField(s *state, e *Term) string {
	isStatus := func(t *Term) bool { return t.plain().Kind == Sym && t.plain().Name == statusSym }
	if obj := s.heap.at(e.plain()); obj != nil {
		for _, p := range slices.Sorted(maps.Keys(obj.values)) {
			if isStatus(obj.values[p]) {
				return p
			}
			if v := obj.values[p]; v.Kind == Struct {
				for i, name := range strings.Split(v.Name, " ") {
					if isStatus(v.Args[i+1]) {
						return p + name
					}
				}
			}
		}
	}
	if st := e.plain(); st.Kind == Struct {
		for i, name := range strings.Split(st.Name, " ") {
			if isStatus(st.Args[i+1]) {
				return name
			}
		}
	}
	return ""
}

// sentinel returns the package variable that holds an error, "" if there is none.
func (r *run) sentinel(e *Term) string {
	if e.Kind != App || e.Name != "errors.New" && e.Name != "fmt.Errorf" {
		return ""
	}
	name := ""
	for root, obj := range r.globals {
		if root.Kind == Sym && strings.HasPrefix(root.Name, "&") && obj.values[""] == e && (name == "" || root.Name < name) {
			name = root.Name
		}
	}
	return name
}

// shapeOf returns the shape of the error that an answer gives; ok is false if that is not
// known.
func (e *evaluation) shapeOf(a answer.Answer) (s *Shape, ok bool) {
	for i := range e.ask.Shapes {
		if e.ask.Shapes[i].In.Has(a) {
			return &e.ask.Shapes[i], true
		}
	}
	return nil, false
}
