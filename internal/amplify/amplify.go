// Package amplify finds the path through a graph along which numbers of attempts
// multiply to the most. It knows nothing of programs.
//
// Nodes have names, edges have counts. The amplification of a path is the product of
// the counts of its edges. A cycle whose product is above one has no largest path:
// what leads into it is without limit. All results are the same whatever the order
// in which nodes and edges are added, as long as names tell nodes apart.
package amplify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/attempts"
)

// Edge leads from one node to another.
type Edge struct {
	From, To int
	Weight   attempts.Count
	// Guess says that the edge may lead elsewhere: it stands for one of several
	// things that are not told apart. A cycle is certain only without such edges, so
	// where one closes a cycle whose product is above one, it is left out.
	Guess bool
	// Together numbers the edges out of one node that may all be followed in one
	// pass; edges with different numbers are alternatives.
	Together int
	// Call numbers edges that stand for one call, of which it is not known where it goes:
	// only one of them is followed at a time. An edge with 0 stands for a call of its own.
	Call int
	// Again says that the edge may be followed any number of times in one pass, beside
	// what Weight says. Only sums over all paths count that.
	Again bool
}

// Graph is a directed graph; the zero value is empty.
type Graph struct {
	names []string
	edges []Edge
	// out are the edges out of each node.
	out [][]int
}

// AddNode adds a node and returns its number, which counts from 0.
func (g *Graph) AddNode(name string) int {
	g.names = append(g.names, name)
	g.out = append(g.out, nil)
	return len(g.names) - 1
}

// AddEdge adds an edge and returns its number, which counts from 0.
func (g *Graph) AddEdge(e Edge) int {
	g.edges = append(g.edges, e)
	g.out[e.From] = append(g.out[e.From], len(g.edges)-1)
	return len(g.edges) - 1
}

// Edge returns the edge of a number.
func (g *Graph) Edge(i int) Edge { return g.edges[i] }

// Out returns the numbers of the edges out of a node.
func (g *Graph) Out(node int) []int { return g.out[node] }

// Name returns the name of a node.
func (g *Graph) Name(node int) string { return g.names[node] }

// Len returns the number of nodes.
func (g *Graph) Len() int { return len(g.names) }

// Solution holds, for each node, the path to a target that amplifies most.
type Solution struct {
	g    *Graph
	best []best
}

// best is what is known of a node.
type best struct {
	reaches bool
	count   attempts.Count
	// length is the number of edges on the path.
	length int
	// path are its first edges, behind which the path of the last edge's node goes on.
	path []int
	// total is how often the targets are issued over all paths.
	total attempts.Count
	// unlimited says that the node is on a cycle whose product is above one; path then
	// leads through it and out of it.
	unlimited bool
	// component numbers the strongly connected component.
	component int
}

// Solve finds the paths to the targets. Of several that amplify alike the one with the
// fewest edges is taken, then the first by the names on it.
func (g *Graph) Solve(isTarget func(node int) bool) *Solution {
	s := &Solution{g: g, best: make([]best, len(g.names))}
	left := g.withoutGuesses()
	for i, component := range g.components(left) {
		for _, node := range component {
			s.best[node].component = i
		}
		s.solve(component, left, isTarget)
	}
	return s
}

// Best returns the amplification of the path from a node; ok is false if no target
// can be reached.
func (s *Solution) Best(node int) (count attempts.Count, ok bool) {
	return s.best[node].count, s.best[node].reaches
}

// Total returns the sum over all paths that may be followed in one pass; ok is false if
// no target can be reached. It is never below Best.
func (s *Solution) Total(node int) (count attempts.Count, ok bool) {
	return s.best[node].total, s.best[node].reaches
}

// Path returns the edges from a node to the target. The path of a node whose
// amplification is without limit goes once round a cycle, or part of it, through an edge
// that has a count above one.
func (s *Solution) Path(node int) []int {
	var path []int
	for {
		b := &s.best[node]
		if len(b.path) == 0 {
			return path
		}
		path = append(path, b.path...)
		node = s.g.edges[path[len(path)-1]].To
		if b.unlimited && s.best[node].component == b.component {
			// The target itself is on the cycle.
			return path
		}
	}
}

// withoutGuesses returns which edges are left when those are taken out that guess and
// close a cycle whose product is above one.
func (g *Graph) withoutGuesses() []bool {
	left := make([]bool, len(g.edges))
	for i := range left {
		left[i] = true
	}
	for _, component := range g.components(left) {
		if !g.grows(component, left) {
			continue
		}
		within := members(component)
		for _, node := range component {
			for _, i := range g.out[node] {
				left[i] = left[i] && !(g.edges[i].Guess && within[g.edges[i].To])
			}
		}
	}
	return left
}

func members(component []int) map[int]bool {
	within := make(map[int]bool, len(component))
	for _, node := range component {
		within[node] = true
	}
	return within
}

// grows reports whether an edge within a component has a count above one: each edge of
// a strongly connected component is on a cycle.
func (g *Graph) grows(component []int, left []bool) bool {
	within := members(component)
	return slices.ContainsFunc(component, func(node int) bool {
		return slices.ContainsFunc(g.out[node], func(i int) bool {
			return left[i] && within[g.edges[i].To] && g.edges[i].Weight.Exceeds(1)
		})
	})
}

// components returns the strongly connected components, those that others lead to
// first. The algorithm is Tarjan's, "Depth-first search and linear graph algorithms"
// (1972), with a stack of its own: call graphs are deep.
func (g *Graph) components(left []bool) [][]int {
	type visit struct{ node, next int }
	var (
		found   [][]int
		stack   []int
		index   = make([]int, len(g.names))
		low     = make([]int, len(g.names))
		onStack = make([]bool, len(g.names))
		count   int
	)
	for root := range g.names {
		if index[root] > 0 {
			continue
		}
		enter := func(node int) visit {
			count++
			index[node], low[node] = count, count
			stack = append(stack, node)
			onStack[node] = true
			return visit{node: node}
		}
		for work := []visit{enter(root)}; len(work) > 0; {
			v := &work[len(work)-1]
			if v.next < len(g.out[v.node]) {
				i := g.out[v.node][v.next]
				v.next++
				to := g.edges[i].To
				switch {
				case !left[i]:
				case index[to] == 0:
					work = append(work, enter(to))
				case onStack[to]:
					low[v.node] = min(low[v.node], index[to])
				}
				continue
			}
			node := v.node
			work = work[:len(work)-1]
			if len(work) > 0 {
				above := work[len(work)-1].node
				low[above] = min(low[above], low[node])
			}
			if low[node] < index[node] {
				continue
			}
			at := slices.Index(stack, node)
			component := slices.Clone(stack[at:])
			stack = stack[:at]
			for _, n := range component {
				onStack[n] = false
			}
			found = append(found, component)
		}
	}
	return found
}

// solve finds the paths of the nodes of a component; what it leads to is solved.
func (s *Solution) solve(component []int, left []bool, isTarget func(int) bool) {
	g := s.g
	within := members(component)
	cyclic, unknown := false, false
	for _, node := range component {
		b := &s.best[node]
		if isTarget(node) {
			b.reaches = true
		}
		for _, i := range g.out[node] {
			e := g.edges[i]
			switch {
			case !left[i]:
			case within[e.To]:
				cyclic = true
				unknown = unknown || e.Weight.IsOpen()
			default:
				s.offer(node, i, e.Weight)
			}
		}
	}
	if cyclic {
		// Within the component edges only lead on; what they multiply by is seen to
		// below.
		for changed := true; changed; {
			changed = false
			for _, node := range component {
				for _, i := range g.out[node] {
					if left[i] && within[g.edges[i].To] {
						changed = s.offer(node, i, attempts.Count{}) || changed
					}
				}
			}
		}
	}
	for _, node := range component {
		s.total(node, left, within)
	}
	switch {
	case !cyclic:
	case g.grows(component, left):
		s.unlimited(component, left, within)
	default:
		for _, node := range component {
			b := &s.best[node]
			if unknown {
				b.count = b.count.Times(attempts.Unknown())
			}
			// How often a cycle is gone through is not known.
			b.total = b.total.Or(b.count).Times(attempts.Unknown())
		}
	}
}

// offer gives a node a path that begins with an edge, which counts as weight, and
// reports whether the path is better than the one it has.
func (s *Solution) offer(node, i int, weight attempts.Count) bool {
	e := s.g.edges[i]
	next := &s.best[e.To]
	if !next.reaches {
		return false
	}
	offered := best{reaches: true, count: weight.Times(next.count), length: next.length + 1, path: []int{i}}
	have := &s.best[node]
	if have.reaches && (len(have.path) == 0 && !offered.count.Exceeds(1) || len(have.path) > 0 && s.compare(&offered, have) <= 0) {
		return false
	}
	offered.component = have.component
	*have = offered
	return true
}

// compare returns a positive number if path a is to be taken before b.
func (s *Solution) compare(a, b *best) int {
	return cmp.Or(a.count.Compare(b.count), cmp.Compare(b.length, a.length), s.compareNames(b, a))
}

// compareNames compares two paths of equal length by the names of the nodes that they
// lead to first, and edges to the same node by their weights. No more is needed: from
// there on each node has one path.
func (s *Solution) compareNames(a, b *best) int {
	x, y := s.g.edges[a.path[0]], s.g.edges[b.path[0]]
	return cmp.Or(strings.Compare(s.g.names[x.To], s.g.names[y.To]), heavier(x.Weight, y.Weight))
}

// heavier returns a negative number if an edge that counts as a is to be taken before
// one to the same node that counts as b. Of two that are alike the one that may be more
// comes first.
func heavier(a, b attempts.Count) int {
	switch c := b.Compare(a); {
	case c != 0 || a.IsOpen() == b.IsOpen():
		return c
	case a.IsOpen():
		return -1
	}
	return 1
}

// total sums up what the edges out of a node issue.
func (s *Solution) total(node int, left []bool, within map[int]bool) {
	b := &s.best[node]
	if !b.reaches {
		return
	}
	type call struct{ together, call int }
	byCall := make(map[call]attempts.Count)
	for _, i := range s.g.out[node] {
		e := s.g.edges[i]
		if !left[i] || within[e.To] || !s.best[e.To].reaches {
			continue
		}
		issued := e.Weight.Times(s.best[e.To].total)
		if e.Again {
			issued = issued.Times(attempts.Unknown())
		}
		of := call{e.Together, e.Call}
		if e.Call == 0 {
			of.call = -1 - i
		}
		if other, ok := byCall[of]; ok {
			issued = issued.Or(other)
		}
		byCall[of] = issued
	}
	sums := make(map[int]attempts.Count)
	for of, issued := range byCall {
		if other, ok := sums[of.together]; ok {
			issued = issued.Plus(other)
		}
		sums[of.together] = issued
	}
	b.total = b.count
	for _, sum := range sums {
		b.total = b.total.Or(sum)
	}
}

// unlimited leads the paths of a component through a cycle that multiplies.
func (s *Solution) unlimited(component []int, left []bool, within map[int]bool) {
	g := s.g
	if !s.best[component[0]].reaches {
		return
	}
	// toward[node] is the first edge of the shortest way to, and through, an edge of the
	// cycle that has a count above one; the nearest nodes come first.
	toward := make(map[int]int)
	distance := make(map[int]int)
	nodes := slices.Clone(component)
	slices.SortFunc(nodes, func(a, b int) int { return cmp.Or(strings.Compare(g.names[a], g.names[b]), cmp.Compare(a, b)) })
	better := func(node, i, d int) bool {
		old, ok := toward[node]
		if !ok || d < distance[node] {
			return true
		}
		if d > distance[node] || i == old {
			return false
		}
		return cmp.Or(strings.Compare(g.names[g.edges[i].To], g.names[g.edges[old].To]), heavier(g.edges[i].Weight, g.edges[old].Weight)) < 0
	}
	for changed := true; changed; {
		changed = false
		for _, node := range nodes {
			for _, i := range g.out[node] {
				e := g.edges[i]
				if !left[i] || !within[e.To] {
					continue
				}
				d := 1
				if !e.Weight.Exceeds(1) {
					if _, ok := toward[e.To]; !ok {
						continue
					}
					d = distance[e.To] + 1
				}
				if better(node, i, d) {
					toward[node], distance[node] = i, d
					changed = true
				}
			}
		}
	}
	paths := make(map[int][]int)
	for _, node := range component {
		var path []int
		for at := node; ; {
			i := toward[at]
			path = append(path, i)
			at = g.edges[i].To
			if g.edges[i].Weight.Exceeds(1) {
				// Out of the cycle by the way that was found before.
				for within[at] && len(s.best[at].path) > 0 {
					next := s.best[at].path[0]
					path = append(path, next)
					at = g.edges[next].To
				}
				break
			}
		}
		paths[node] = path
	}
	for _, node := range component {
		b := &s.best[node]
		b.count, b.total = attempts.Unbounded(), attempts.Unbounded()
		b.path, b.unlimited = paths[node], true
		last := g.edges[b.path[len(b.path)-1]].To
		b.length = len(b.path)
		if !within[last] {
			b.length += s.best[last].length
		}
	}
}
