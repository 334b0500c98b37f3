package chain

import (
	"cmp"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/amplify"
	"github.com/retrylint/retrylint/internal/attempts"
	"github.com/retrylint/retrylint/internal/record"
)

// Source knows the summaries of functions, and what is known of those without one.
type Source interface {
	// Summary returns the summary of a function, nil if it has none.
	Summary(pkg, name string) *Summary
	// Stored returns the values that are kept in a field or package variable of a
	// package, as far as they are in sight.
	Stored(pkg, name string) []Value
	// Implementations returns the concrete types that become values of an interface,
	// as far as that is in sight.
	Implementations(pkg, iface string) []Value
	// Level says whether a function without a summary reaches another process, see
	// [Call].
	Level(pkg, name string) uint8
}

// Limits on what is followed. What exceeds them is not followed further: less is then
// found.
const (
	maxNodes    = 20_000 // functions, each counted once for what it is given
	maxOfOne    = 100    // of these, those of one function
	maxEval     = 12     // steps from one unknown value to the next
	maxSteps    = 5_000  // steps to find out one value, one after the other
	maxValue    = 800    // bytes of the description of a value
	maxTargets  = 16     // functions that one call may call
	maxArgument = 4      // objects within objects that tell one call from another
	maxParts    = 200    // parts of a value, and the parts of these
)

// Follower follows call paths.
type Follower struct {
	src Source
	// spoken says that calls which an ignored site repeats are not followed.
	spoken bool
	g      amplify.Graph
	nodes  []node
	byKey  map[string]int
	// ofOne counts the nodes of each function.
	ofOne map[string]int
	// steps tell what each edge stands for.
	steps []step
	work  []int
	// uses tells of each function which of its parameters matter.
	uses map[*Summary][]bool
	// kept are the values of fields and variables that were asked for.
	kept map[keptKey]Value
	// left are the steps that are left to find out the value at hand.
	left int
	// solution is for the graph as it is; nil if it has grown since. to are the solutions
	// for one operation each.
	solution *amplify.Solution
	to       map[int]*amplify.Solution
}

// node is a function with what it is given, or an operation.
type node struct {
	summary *Summary
	args    []Value
	// op is the operation, for messages; level is its level.
	op    string
	level uint8
	// out are its edges by call.
	out []edge
}

// edge is an edge of the graph that stands for a call.
type edge struct{ call, index int }

// step is what an edge stands for.
type step struct {
	node, call int
	guess      bool
	// oneOfMany says that there are more than [maxAlternatives].
	oneOfMany bool
}

// maxAlternatives is the number of implementations of an interface up to which it is
// plausible that the one that amplifies most is the one that is called.
const maxAlternatives = 2

// NewFollower returns a follower of the call paths through the functions of src.
func NewFollower(src Source) *Follower {
	return &Follower{src: src, byKey: make(map[string]int), ofOne: make(map[string]int), uses: make(map[*Summary][]bool), kept: make(map[keptKey]Value)}
}

// NewSpokenFollower returns a follower of the call paths that no directive silences.
func NewSpokenFollower(src Source) *Follower {
	f := NewFollower(src)
	f.spoken = true
	return f
}

// keptKey names a field or package variable, and how far its value is followed.
type keptKey struct {
	pkg, name string
	depth     int
}

// Link is a retry site on a path.
type Link struct {
	// Func is the full name of the function that holds the site, Pkg the path of its
	// package.
	Func, Pkg string
	Site      *Site
	Count     attempts.Count
	// Formula is what an unknown number of attempts is computed from, "" if it is
	// known or nothing is known.
	Formula string
	// Assumed says that Count is what holds where nobody sets another number.
	Assumed bool
	// Call is the line of the call that is repeated.
	Call int32
}

// Name returns the function that holds the site as messages print it: with the name of its
// package, a function literal by the function around it. A client goes by its library.
func (l *Link) Name() string {
	switch {
	case l.Site.Library != "":
		return l.Site.Library
	case l.Site.Who != "":
		return l.Site.Who
	}
	name := Short(l.Func)
	if i := strings.IndexByte(name, '$'); i >= 0 {
		name = name[:strings.LastIndexByte(name[:i], '.')]
	}
	return name
}

// Hop is a function on a path.
type Hop struct {
	Func, Pkg string
}

// Path is a call path with its product.
type Path struct {
	Count attempts.Count
	// Alone says that, when everything fails, no other path issues the operation as
	// well: then the count is not below what happens. Total is never below it.
	Alone bool
	Total attempts.Count
	Links []Link
	// Hops are the functions on the way, sites or not, the first one included.
	Hops []Hop
	// Op is the operation at the end, for messages, and Level its level.
	Op    string
	Level uint8
	// Guess says that the path goes through a call that may go elsewhere.
	Guess bool
	// OneOfMany says that one of the calls may go to many places, of which the path takes
	// the one that amplifies most.
	OneOfMany bool
}

// Bound returns what is known of how often the operation is issued when everything fails: a
// number that is not exceeded, if the count is not open, or a number that is reached.
func (p *Path) Bound() attempts.Count {
	// What is surely repeated: a site that picks errors may pick none of these.
	sure, picks := attempts.Exactly(1), false
	for i := range p.Links {
		switch l := &p.Links[i]; {
		case l.Site.Picks:
			picks = true
		case !l.Assumed:
			sure = sure.Times(l.Count)
		}
	}
	switch {
	case p.Count.IsUnbounded(), p.Alone && !p.Count.IsOpen(), !picks && p.Count.IsOpen():
		return p.Count
	case picks && !p.Total.IsOpen():
		return p.Total
	}
	return attempts.AtLeast(sure.N())
}

// Sites returns the number of links that repeat, or may repeat, something.
func (p *Path) Sites() int {
	n := 0
	for _, l := range p.Links {
		if !l.Count.IsOne() {
			n++
		}
	}
	return n
}

// Ignored returns the directive that silences the path, nil if none does.
func (p *Path) Ignored() *record.Ignore {
	for _, l := range p.Links {
		if l.Site.Ignored != nil {
			return l.Site.Ignored
		}
	}
	return nil
}

// FromSite returns the path from a retry site of a function on that amplifies most, given
// what the function is called with; ok is false if nothing below the site reaches another
// process.
func (f *Follower) FromSite(s *Summary, site int, args ...Value) (p Path, ok bool) {
	at := f.node(s, args)
	f.solve()
	w, ok := f.worst(at, site)
	if !ok {
		return p, false
	}
	return f.fromSite(at, site, w), true
}

// way leads from a retry site to an operation: one edge, and the edges behind it.
type way struct {
	edge  edge
	count attempts.Count
	rest  []int
}

// worst returns the way from a site of a node on that amplifies most.
func (f *Follower) worst(at, site int) (worst way, ok bool) {
	n := &f.nodes[at]
	for _, e := range n.out {
		call := &n.summary.Calls[e.call]
		from := slices.Index(call.Sites, int32(site))
		if from < 0 {
			continue
		}
		to := f.g.Edge(e.index).To
		below, reaches := f.solution.Best(to)
		if !reaches {
			continue
		}
		w := way{edge: e, count: f.weight(n, call.Sites[from:], to).Times(below), rest: f.solution.Path(to)}
		if !ok || cmp.Or(-w.count.Compare(worst.count), cmp.Compare(len(w.rest), len(worst.rest)), cmp.Compare(f.name(w.edge), f.name(worst.edge))) < 0 {
			worst, ok = w, true
		}
	}
	return worst, ok
}

// fromSite describes a way from a site of a node on.
func (f *Follower) fromSite(at, site int, w way) Path {
	edges := append([]int{w.edge.index}, w.rest...)
	p := f.path(edges)
	call := &f.nodes[at].summary.Calls[w.edge.call]
	// The sites around this one are no part of the path.
	p.Links = p.Links[slices.Index(call.Sites, int32(site)):]
	p.Count = w.count
	p.Total = f.totalFromSite(at, site, f.end(edges))
	p.Alone = p.Total == p.Count
	return p
}

// totalFromSite returns how often all that a site repeats issues the operation of a node.
func (f *Follower) totalFromSite(at, site, end int) (total attempts.Count) {
	n, s := &f.nodes[at], f.leadingTo(end)
	byCall := make(map[int]attempts.Count)
	for _, e := range n.out {
		call := &n.summary.Calls[e.call]
		from := slices.Index(call.Sites, int32(site))
		if from < 0 {
			continue
		}
		to := f.g.Edge(e.index).To
		below, reaches := s.Total(to)
		if !reaches {
			continue
		}
		issued := f.weight(n, call.Sites[from:], to).Times(below)
		if other, ok := byCall[e.call]; ok {
			// It goes to one of several.
			issued = issued.Or(other)
		}
		byCall[e.call] = issued
	}
	first := true
	for _, issued := range byCall {
		if first {
			total, first = issued, false
		} else {
			total = total.Plus(issued)
		}
	}
	return total
}

func (f *Follower) name(e edge) string { return f.g.Name(f.g.Edge(e.index).To) }

// From returns the path from a function to an operation that amplifies most.
func (f *Follower) From(s *Summary, args ...Value) (p Path, ok bool) {
	at := f.node(s, args)
	f.solve()
	count, ok := f.solution.Best(at)
	if !ok {
		return p, false
	}
	edges := f.solution.Path(at)
	p = f.path(edges)
	p.Count = count
	p.Alone, p.Total = f.alone(edges)
	return p, true
}

// path describes a path of edges.
func (f *Follower) path(edges []int) Path {
	var p Path
	for _, i := range edges {
		st := f.steps[i]
		n := &f.nodes[st.node]
		p.Hops = append(p.Hops, Hop{Func: n.summary.Name, Pkg: n.summary.Pkg})
		p.Guess = p.Guess || st.guess
		p.OneOfMany = p.OneOfMany || st.oneOfMany
		call := &n.summary.Calls[st.call]
		for _, site := range call.Sites {
			s := &n.summary.Sites[site]
			l := Link{Func: n.summary.Name, Pkg: n.summary.Pkg, Site: s, Count: attempts.Exactly(1), Call: call.Line}
			if f.repeats(s, f.g.Edge(i).To) {
				l.Count, l.Assumed = f.count(n, s)
			}
			if l.Count.IsOpen() {
				l.Formula = s.Bound.Text
			}
			p.Links = append(p.Links, l)
		}
	}
	end := f.end(edges)
	p.Op, p.Level = f.nodes[end].op, f.nodes[end].level
	return p
}

// end returns the node of the operation that a path of edges ends with.
func (f *Follower) end(edges []int) int { return f.g.Edge(edges[len(edges)-1]).To }

// alone reports whether the operation at the end is issued along no other path, from
// the first node of a path on, than those that lead there one instead of the other; total
// is how often it is issued along all.
func (f *Follower) alone(edges []int) (alone bool, total attempts.Count) {
	s := f.leadingTo(f.end(edges))
	total, _ = s.Total(f.g.Edge(edges[0]).From)
	for _, i := range edges {
		from := f.g.Edge(i).From
		best, _ := s.Best(from)
		if all, _ := s.Total(from); all != best {
			return false, total
		}
	}
	return true, total
}

// leadingTo returns the paths that end with a node.
func (f *Follower) leadingTo(end int) *amplify.Solution {
	s := f.to[end]
	if s == nil {
		s = f.g.Solve(func(n int) bool { return n == end })
		f.to[end] = s
	}
	return s
}

// count returns the attempts of a site in a node; assumed says that they are those that it
// makes where nobody sets another number.
func (f *Follower) count(n *node, s *Site) (count attempts.Count, assumed bool) {
	b := &s.Bound
	switch {
	case b.Unbounded:
		return attempts.Unbounded(), false
	case b.N > 0:
		return attempts.Exactly(b.N), false
	}
	hole, own := f.given(b.Hole, n.args)
	count = attempts.Unknown()
	if hole.Kind == Int {
		count = attempts.Exactly(b.Slope*hole.N + b.Offset)
	}
	switch {
	case b.Default == 0:
	case hole.Kind != Int, own && hole.N == 0, !own && count.N() < b.Default:
		count = attempts.Exactly(b.Default)
	}
	return count, b.Default > 1 && !own && count == attempts.Exactly(b.Default)
}

// given returns the number that decides on the attempts of a site; own says that it is the
// one of this call, and not what somebody sets it to.
func (f *Follower) given(hole Value, args []Value) (v Value, own bool) {
	if hole.Kind != Field {
		v = f.Eval(hole, args)
		return v, v.Kind == Int
	}
	o := f.Eval(hole.Of[0], args)
	if i := slices.Index(o.Fields, hole.Fields[0]); o.Kind == Object && i >= 0 {
		return o.Of[i], o.Of[i].Kind == Int
	}
	return f.Eval(hole, args), false
}

// weight returns how often some sites of a node issue a call of another.
func (f *Follower) weight(n *node, sites []int32, to int) attempts.Count {
	var c attempts.Count
	for _, site := range sites {
		if s := &n.summary.Sites[site]; f.repeats(s, to) {
			count, _ := f.count(n, s)
			c = c.Times(count)
		}
	}
	return c
}

// repeats reports whether a site may repeat the call of a node: its error carries no mark
// for which the site gives up.
func (f *Follower) repeats(s *Site, to int) bool {
	callee := f.nodes[to].summary
	return callee == nil || !slices.ContainsFunc(callee.Gives, func(mark string) bool { return slices.Contains(s.Stops, mark) })
}

// grow expands what is not expanded yet.
func (f *Follower) grow() {
	for len(f.work) > 0 {
		at := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		f.expand(at)
	}
}

// solve solves the graph as far as it can grow.
func (f *Follower) solve() {
	f.grow()
	if f.solution == nil {
		f.solution = f.g.Solve(func(n int) bool { return f.nodes[n].op != "" })
		f.to = make(map[int]*amplify.Solution)
	}
}

// node returns the node of a function with what it is given; it is expanded later.
func (f *Follower) node(s *Summary, args []Value) int {
	given := make([]Value, 0, len(args))
	var key strings.Builder
	key.WriteString(s.Name)
	uses, ok := f.uses[s]
	if !ok {
		uses = s.uses()
		f.uses[s] = uses
	}
	for i, arg := range args {
		if i >= len(uses) || !uses[i] {
			arg = Value{}
		}
		given = append(given, arg)
		if arg.Kind != Unknown {
			key.WriteString(" ")
			key.WriteString(string(rune('0' + i)))
			arg.write(&key)
		}
	}
	k := key.String()
	if at, ok := f.byKey[k]; ok {
		return at
	}
	if len(f.nodes) >= maxNodes || f.ofOne[s.Name] >= maxOfOne {
		k, given = s.Name, nil
		if at, ok := f.byKey[k]; ok {
			return at
		}
	}
	f.ofOne[s.Name]++
	at := f.add(k, node{summary: s, args: given})
	f.work = append(f.work, at)
	return at
}

func (f *Follower) add(key string, n node) int {
	at := f.g.AddNode(key)
	f.nodes = append(f.nodes, n)
	f.byKey[key] = at
	f.solution = nil
	return at
}

// operation returns the node of an operation.
func (f *Follower) operation(op string, level uint8) int {
	key := "operation " + op
	at, ok := f.byKey[key]
	if !ok {
		at = f.add(key, node{op: op, level: level})
	}
	f.nodes[at].level = max(f.nodes[at].level, level)
	return at
}

// uses tells which parameters matter to what a function calls.
func (s *Summary) uses() []bool {
	var uses []bool
	note := func(v Value) {
		if v.Kind != Param {
			return
		}
		for int64(len(uses)) <= v.N {
			uses = append(uses, false)
		}
		uses[v.N] = true
	}
	for i := range s.Calls {
		s.Calls[i].Callee.Each(note)
		for _, arg := range s.Calls[i].Args {
			arg.Each(note)
		}
	}
	for i := range s.Sites {
		s.Sites[i].Bound.Hole.Each(note)
	}
	return uses
}

// expand adds the edges of a node.
func (f *Follower) expand(at int) {
	s, args := f.nodes[at].summary, f.nodes[at].args
	for i := range s.Calls {
		call := &s.Calls[i]
		if f.spoken && slices.ContainsFunc(call.Sites, func(site int32) bool { return s.Sites[site].Ignored != nil }) {
			continue
		}
		targets := f.targets(call, args)
		for _, t := range targets {
			if t.guess && f.wrapsOwn(s, t.node) {
				continue
			}
			weight := f.weight(&f.nodes[at], call.Sites, t.node)
			index := f.g.AddEdge(amplify.Edge{
				From: at, To: t.node, Weight: weight, Guess: t.guess, Together: int(call.Together), Call: i + 1, Again: call.Again,
			})
			f.steps = append(f.steps, step{node: at, call: i, guess: t.guess, oneOfMany: t.guess && len(targets) > maxAlternatives})
			f.nodes[at].out = append(f.nodes[at].out, edge{call: i, index: index})
		}
	}
	f.solution = nil
}

// wrapsOwn reports whether a node is the function that calls it, or the one around the
// function literal that does: what implements an interface around another implementation of
// it is rarely wrapped around itself.
func (f *Follower) wrapsOwn(caller *Summary, node int) bool {
	callee := f.nodes[node].summary
	outer, _, _ := strings.Cut(caller.Name, "$")
	return callee != nil && callee.Pkg == caller.Pkg && callee.Name == outer
}

// target is what a call may call.
type target struct {
	node  int
	guess bool
}

// targets returns what a call may call.
func (f *Follower) targets(call *Call, args []Value) []target {
	callee := f.Eval(call.Callee, args)
	given := make([]Value, len(call.Args))
	for i, arg := range call.Args {
		given[i] = short(f.Eval(arg, args))
	}
	var found []target
	if call.Method == "" {
		options := callee.options()
		for _, v := range options {
			if v.Kind == Object {
				if i := slices.Index(v.Fields, Itself); i >= 0 {
					v = v.Of[i]
				}
			}
			if v.Kind == Func {
				found = append(found, f.function(call, v, given, len(options) > 1)...)
			}
		}
	} else {
		found = f.method(call, callee, given)
	}
	if len(found) == 0 && call.Level > 0 && !(call.Method == "" && callee.Kind == Func) {
		found = append(found, target{node: f.operation(call.Op, call.Level)})
	}
	slices.SortStableFunc(found, func(a, b target) int { return cmp.Compare(f.g.Name(a.node), f.g.Name(b.node)) })
	found = slices.CompactFunc(found, func(a, b target) bool { return a.node == b.node })
	return found[:min(len(found), maxTargets)]
}

// function returns what a call of a function value leads to.
func (f *Follower) function(call *Call, v Value, given []Value, guess bool) []target {
	if v.N == BoundInterface && len(v.Of) == 1 {
		return f.method(&Call{Method: v.Name, Pkg: v.Pkg, Level: call.Level, Op: call.Op}, v.Of[0], given)
	}
	if s := f.src.Summary(v.Pkg, v.Name); s != nil {
		return []target{{node: f.node(s, s.arguments(v, given)), guess: guess}}
	}
	var found []target
	level, op := call.Level, call.Op
	if call.Callee.Kind != Func {
		level, op = f.src.Level(v.Pkg, v.Name), Short(v.Name)
	}
	for _, arg := range given {
		// What is handed to a function without a summary is taken to be called once.
		for _, handed := range arg.options() {
			if handed.Kind == Func {
				found = append(found, f.function(&Call{Callee: handed, Level: f.src.Level(handed.Pkg, handed.Name), Op: Short(handed.Name)}, handed, nil, guess)...)
			}
		}
	}
	if len(found) == 0 && level > 0 {
		found = append(found, target{node: f.operation(op, level), guess: guess})
	}
	return found
}

// arguments returns what a function is given when the value v of it is called.
func (s *Summary) arguments(v Value, given []Value) []Value {
	switch {
	case v.N == Bound1:
		// A method value keeps its receiver.
		return slices.Concat(v.Of, given)
	case len(v.Of) > 0:
		args := make([]Value, int(s.Params)+len(v.Of))
		copy(args[:s.Params], given)
		copy(args[s.Params:], v.Of)
		return args
	}
	return given
}

// method returns what a call of an interface method leads to.
func (f *Follower) method(call *Call, receiver Value, given []Value) []target {
	name := call.Method[strings.LastIndexByte(call.Method, '.')+1:]
	options, guess := receiver.options(), false
	if !slices.ContainsFunc(options, func(v Value) bool { return v.Kind == Object }) {
		options = f.src.Implementations(call.Pkg, strings.Trim(call.Method[:strings.LastIndexByte(call.Method, '.')], "()"))
		guess = true
	}
	guess = guess || len(options) > 1
	var found []target
	for _, v := range options {
		if v.Kind != Object {
			continue
		}
		bare := strings.TrimPrefix(v.Name, "*")
		args := append([]Value{v}, given...)
		pointer, value := "(*"+bare+")."+name, "("+bare+")."+name
		switch {
		case f.src.Summary(v.Pkg, pointer) != nil:
			found = append(found, target{node: f.node(f.src.Summary(v.Pkg, pointer), args), guess: guess})
		case f.src.Summary(v.Pkg, value) != nil:
			found = append(found, target{node: f.node(f.src.Summary(v.Pkg, value), args), guess: guess})
		default:
			level, full := f.src.Level(v.Pkg, pointer), pointer
			if l := f.src.Level(v.Pkg, value); l > level {
				level, full = l, value
			}
			if level > 0 {
				found = append(found, target{node: f.operation(Short(full), level), guess: guess})
			}
		}
	}
	return found
}

// options returns the values that a value may be.
func (v Value) options() []Value {
	if v.Kind == Any {
		return v.Of
	}
	return []Value{v}
}

// eval returns what a value is, given the arguments of its function: a value without
// holes.
func (f *Follower) eval(v Value, args []Value, depth int) Value {
	if f.left--; depth == 0 || f.left < 0 {
		return Value{}
	}
	switch v.Kind {
	case Int:
		return v
	case Param:
		if v.N < int64(len(args)) {
			return args[v.N]
		}
		return Value{}
	case Func, Object:
		return f.evalAll(v, args, depth)
	case Any:
		var options []Value
		for _, of := range v.Of {
			options = append(options, f.eval(of, args, depth-1))
		}
		return oneOf(options)
	case Typed:
		return oneOf(each(f.eval(v.Of[0], args, depth-1), func(o Value) Value {
			if o.Kind != Object {
				return Value{Kind: Object, Name: v.Name, Pkg: v.Pkg}
			}
			o.Name, o.Pkg = v.Name, v.Pkg
			return o
		}))
	case Field:
		return oneOf(each(f.eval(v.Of[0], args, depth-1), func(o Value) Value {
			if o.Kind == Object {
				if i := slices.Index(o.Fields, v.Fields[0]); i >= 0 {
					return o.Of[i]
				}
			}
			return f.stored(v, depth)
		}))
	case Global:
		return f.stored(v, depth)
	case Result:
		return f.result(v, args, depth)
	}
	return Value{}
}

func (f *Follower) evalAll(v Value, args []Value, depth int) Value {
	if len(v.Of) == 0 {
		return v
	}
	of := make([]Value, len(v.Of))
	for i := range v.Of {
		of[i] = f.eval(v.Of[i], args, depth-1)
	}
	v.Of = of
	return v.small()
}

// stored returns what a field or variable may hold, whoever put it there.
func (f *Follower) stored(v Value, depth int) Value {
	key := keptKey{v.Pkg, v.Name, depth}
	if kept, ok := f.kept[key]; ok {
		return kept
	}
	var options []Value
	for _, stored := range f.src.Stored(v.Pkg, v.Name) {
		options = append(options, f.eval(stored, nil, depth-1))
	}
	found := oneOf(options).small()
	if f.left >= 0 {
		f.kept[key] = found
	}
	return found
}

// result returns what a call returns.
func (f *Follower) result(v Value, args []Value, depth int) Value {
	return oneOf(each(f.eval(v.Of[0], args, depth-1), func(callee Value) Value {
		if callee.Kind != Func {
			return Value{}
		}
		s := f.src.Summary(callee.Pkg, callee.Name)
		if s == nil || v.N >= int64(len(s.Results)) {
			return Value{}
		}
		var given []Value
		for _, arg := range v.Of[1:] {
			given = append(given, f.eval(arg, args, depth-1))
		}
		return f.eval(s.Results[v.N], s.arguments(callee, given), depth-1)
	}))
}

// each applies f to each value that v may be.
func each(v Value, f func(Value) Value) []Value {
	var all []Value
	for _, o := range v.options() {
		all = append(all, f(o))
	}
	return all
}

// oneOf returns the value that is one of some.
func oneOf(options []Value) Value {
	var flat []Value
	keys := make(map[string]bool)
	for _, o := range options {
		for _, v := range o.options() {
			var key strings.Builder
			v.write(&key)
			if !keys[key.String()] {
				keys[key.String()] = true
				flat = append(flat, v)
			}
		}
	}
	switch {
	case len(flat) == 0:
		return Value{}
	case len(flat) == 1:
		return flat[0]
	case len(flat) > maxTargets:
		return Value{}
	}
	return Value{Kind: Any, Of: flat}
}

// short returns a value without what makes it too large to tell one call from another.
func short(v Value) Value {
	for depth := maxArgument; depth >= 0; depth-- {
		var key strings.Builder
		cut := v.cut(depth)
		cut.write(&key)
		if key.Len() <= maxValue {
			return cut
		}
	}
	return Value{}
}

// small returns a value without what makes it larger than [maxParts].
func (v Value) small() Value {
	for depth := maxArgument; v.parts(maxParts) > maxParts; depth-- {
		if depth < 0 {
			return Value{}
		}
		v = v.cut(depth)
	}
	return v
}

// parts counts the parts of a value and their parts, itself included, up to somewhat
// more than enough.
func (v Value) parts(enough int) int {
	n := 1
	for _, of := range v.Of {
		if n > enough {
			break
		}
		n += of.parts(enough - n)
	}
	return n
}

// cut returns a value without what lies deeper within it than depth.
func (v Value) cut(depth int) Value {
	if len(v.Of) == 0 {
		return v
	}
	of := make([]Value, len(v.Of))
	for i := range v.Of {
		if depth > 0 {
			of[i] = v.Of[i].cut(depth - 1)
		}
	}
	v.Of = of
	return v
}

// Short returns a full function name with the name of its package instead of the path.
func Short(full string) string {
	open := strings.IndexFunc(full, func(r rune) bool { return r != '(' && r != '*' })
	if open < 0 {
		return full
	}
	rest := full[open:]
	return full[:open] + rest[strings.LastIndexByte(rest, '/')+1:]
}

// Eval returns what a value of a function is, given the arguments of the function.
func (f *Follower) Eval(v Value, args []Value) Value {
	f.left = maxSteps
	return f.eval(v, args, maxEval)
}
