package amplify_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/amplify"
	"github.com/retrylint/retrylint/internal/attempts"
)

// graph builds a graph from lines such as "a 4 b"; a question mark behind the number
// marks a guess, one in its place an unknown count.
func graph(t *testing.T, lines string) (*amplify.Graph, map[string]int) {
	t.Helper()
	g, nodes := new(amplify.Graph), make(map[string]int)
	node := func(name string) int {
		if _, ok := nodes[name]; !ok {
			nodes[name] = g.AddNode(name)
		}
		return nodes[name]
	}
	for i, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		f := strings.Fields(line)
		require.Len(t, f, 3, line)
		e := amplify.Edge{From: node(f[0]), To: node(f[2]), Together: i}
		number, guess := strings.CutSuffix(f[1], "?")
		e.Guess = guess && number != ""
		switch {
		case number == "":
			e.Weight = attempts.Unknown()
		case number == "inf":
			e.Weight = attempts.Unbounded()
		default:
			var n int64
			_, err := fmt.Sscan(number, &n)
			require.NoError(t, err)
			e.Weight = attempts.Exactly(n)
		}
		g.AddEdge(e)
	}
	return g, nodes
}

// found solves a graph for the target "db" and returns what it finds for node "a".
func found(t *testing.T, lines string) string {
	t.Helper()
	g, nodes := graph(t, lines)
	s := g.Solve(func(n int) bool { return g.Name(n) == "db" })
	count, ok := s.Best(nodes["a"])
	if !ok {
		return "nothing"
	}
	text := count.String() + ": a"
	for _, i := range s.Path(nodes["a"]) {
		text += " " + g.Name(g.Edge(i).To)
	}
	return text
}

func TestPaths(t *testing.T) {
	for _, c := range []struct{ name, graph, want string }{
		{"a chain multiplies", "a 4 b\nb 4 c\nc 4 db", "64: a b c db"},
		{"the maximum counts, not the sum", "a 3 b\na 4 c\nb 1 db\nc 1 db", "4: a c db"},
		{"the shortest of those alike", "a 1 b\nb 4 db\na 4 db", "4: a db"},
		{"the first by name of those alike", "a 2 c\na 2 b\nc 1 db\nb 1 db", "2: a b db"},
		{"an unknown factor is one, and leaves a lower bound", "a ? b\nb 4 db", "at least 4: a b db"},
		{"a known path before an unknown one", "a ? b\nb 4 db\na 5 db", "5: a db"},
		{"without limit", "a 4 b\nb inf db", "without limit: a b db"},
		{"a dead end is no path", "a 9 b\na 2 db", "2: a db"},
		{"nothing is reached", "a 9 b\nc 2 db", "nothing"},
		{"a cycle of ones is neutral", "a 2 b\nb 1 c\nc 1 b\nc 3 db", "6: a b c db"},
		{"a cycle above one is without limit", "a 1 b\nb 2 c\nc 1 b\nc 1 db", "without limit: a b c db"},
		{"the cycle need not be on the way", "a 1 db\na 1 b\nb 3 a", "without limit: a b a db"},
		{"a function that repeats itself", "a 3 a\na 1 db", "without limit: a a db"},
		{"an unknown factor in a cycle", "a ? a\na 4 db", "at least 4: a db"},
		{"a guess closes no cycle above one", "a 3 b\nb 1? a\nb 2 db", "6: a b db"},
		{"but a cycle of ones", "a 1 b\nb 1? a\nb 2 db", "2: a b db"},
		{"a target may call another", "a 2 db\ndb 3 e\ne 2 db", "without limit: a db e db"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, found(t, c.graph))
		})
	}
}

func TestTotal(t *testing.T) {
	g := new(amplify.Graph)
	a, b, db := g.AddNode("a"), g.AddNode("b"), g.AddNode("db")
	g.AddEdge(amplify.Edge{From: a, To: b, Weight: attempts.Exactly(2)})
	// One after the other, or something else instead.
	g.AddEdge(amplify.Edge{From: b, To: db, Weight: attempts.Exactly(3), Together: 1})
	g.AddEdge(amplify.Edge{From: b, To: db, Weight: attempts.Exactly(4), Together: 1})
	g.AddEdge(amplify.Edge{From: b, To: db, Weight: attempts.Exactly(5), Together: 2})
	s := g.Solve(func(n int) bool { return n == db })
	best, _ := s.Best(a)
	total, _ := s.Total(a)
	assert.Equal(t, attempts.Exactly(10), best)
	assert.Equal(t, attempts.Exactly(14), total)

	// One call that goes to one of several places issues what one of them does.
	g.AddEdge(amplify.Edge{From: b, To: db, Weight: attempts.Exactly(2), Together: 1, Call: 1})
	g.AddEdge(amplify.Edge{From: b, To: db, Weight: attempts.Exactly(4), Together: 1, Call: 1})
	s = g.Solve(func(n int) bool { return n == db })
	total, _ = s.Total(a)
	assert.Equal(t, attempts.Exactly(22), total)

	// Any number of times.
	g.AddEdge(amplify.Edge{From: b, To: db, Together: 3, Again: true})
	s = g.Solve(func(n int) bool { return n == db })
	best, _ = s.Best(a)
	total, _ = s.Total(a)
	assert.Equal(t, attempts.Exactly(10), best)
	assert.Equal(t, attempts.AtLeast(22), total)
}

// Random graphs against an oracle that tries all paths.
func TestAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	endless, open, cyclic := 0, 0, 0
	for round := range 20_000 {
		g := random(rng)
		target := rng.IntN(g.Len())
		s := g.Solve(func(n int) bool { return n == target })
		o := newOracle(g, target)
		for node := range g.Len() {
			want := o.best(node)
			got, ok := s.Best(node)
			if !assert.Equal(t, want.reaches, ok) || !assert.Zero(t, want.count.Compare(got), "%s instead of %s", got, want.count) {
				t.Fatalf("round %d, node %d, target %d of %s", round, node, target, text(g))
			}
			if !ok {
				continue
			}
			total, _ := s.Total(node)
			assert.GreaterOrEqual(t, total.Compare(got), 0)
			path := s.Path(node)
			product, at := attempts.Exactly(1), node
			for _, i := range path {
				require.Equal(t, at, g.Edge(i).From, "no path in %s", text(g))
				product, at = product.Times(g.Edge(i).Weight), g.Edge(i).To
			}
			require.Equal(t, target, at, "the path of %d ends elsewhere in %s", node, text(g))
			assert.True(t, got.IsOpen() || got.IsUnbounded() || !product.IsOpen())
			switch {
			case want.cycles:
				cyclic++
				assert.True(t, got.IsUnbounded() && product.Exceeds(1))
			case got.IsUnbounded():
				endless++
				assert.True(t, product.IsUnbounded())
			default:
				assert.Equal(t, want.path, path, "node %d of %s", node, text(g))
			}
			if got.IsOpen() {
				open++
			}
			if t.Failed() {
				t.Fatalf("round %d, node %d, target %d of %s", round, node, target, text(g))
			}
		}
	}
	// The graphs have what makes it hard.
	assert.Greater(t, cyclic, 1000)
	assert.Greater(t, endless, 500)
	assert.Greater(t, open, 500)
}

// What is found does not depend on the order in which a graph is built.
func TestOrderDoesNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 3_000 {
		g := random(rng)
		shuffled, at := new(amplify.Graph), make([]int, g.Len())
		for _, n := range rng.Perm(g.Len()) {
			at[n] = shuffled.AddNode(g.Name(n))
		}
		edges := edgesOf(g)
		for _, i := range rng.Perm(len(edges)) {
			e := edges[i]
			e.From, e.To = at[e.From], at[e.To]
			shuffled.AddEdge(e)
		}
		s := g.Solve(func(n int) bool { return n == 0 })
		u := shuffled.Solve(func(n int) bool { return n == at[0] })
		for n := range g.Len() {
			require.Equal(t, names(g, s, n), names(shuffled, u, at[n]), text(g))
		}
	}
}

func names(g *amplify.Graph, s *amplify.Solution, node int) string {
	count, ok := s.Best(node)
	total, _ := s.Total(node)
	text := fmt.Sprint(ok, count, total)
	for _, i := range s.Path(node) {
		text += " " + g.Edge(i).Weight.String() + " " + g.Name(g.Edge(i).To)
	}
	return text
}

func random(rng *rand.Rand) *amplify.Graph {
	g := new(amplify.Graph)
	n := rng.IntN(6) + 1
	for i := range n {
		g.AddNode(string(rune('a' + i)))
	}
	for range rng.IntN(11) {
		e := amplify.Edge{From: rng.IntN(n), To: rng.IntN(n), Guess: rng.IntN(3) == 0, Together: rng.IntN(2)}
		switch rng.IntN(12) {
		case 0:
			e.Weight = attempts.Unbounded()
		case 1:
			e.Weight = attempts.Unknown()
		case 2, 3:
			e.Weight = attempts.Exactly(2)
		case 4:
			e.Weight = attempts.Exactly(3)
		}
		g.AddEdge(e)
	}
	return g
}

func edgesOf(g *amplify.Graph) []amplify.Edge {
	var edges []amplify.Edge
	for n := range g.Len() {
		for _, i := range g.Out(n) {
			edges = append(edges, g.Edge(i))
		}
	}
	return edges
}

func text(g *amplify.Graph) string {
	var b strings.Builder
	for _, e := range edgesOf(g) {
		fmt.Fprintf(&b, "%s -%s (guess %t)-> %s; ", g.Name(e.From), e.Weight, e.Guess, g.Name(e.To))
	}
	return b.String()
}

// oracle tries all paths.
type oracle struct {
	g      *amplify.Graph
	target int
	left   map[int]bool
}

type answer struct {
	reaches, cycles bool
	count           attempts.Count
	path            []int
}

func newOracle(g *amplify.Graph, target int) *oracle {
	o := &oracle{g: g, target: target, left: make(map[int]bool)}
	for n := range g.Len() {
		for _, i := range g.Out(n) {
			o.left[i] = true
		}
	}
	var guesses []int
	for i := range o.left {
		if e := g.Edge(i); e.Guess && slices.ContainsFunc(edgesOf(g), func(f amplify.Edge) bool {
			return f.Weight.Exceeds(1) && o.leads(e.To, f.From) && o.leads(f.To, e.From)
		}) && o.leads(e.To, e.From) {
			guesses = append(guesses, i)
		}
	}
	for _, i := range guesses {
		o.left[i] = false
	}
	return o
}

// leads reports whether a way leads from one node to another, or they are the same.
func (o *oracle) leads(from, to int) bool {
	seen := make(map[int]bool)
	var visit func(int) bool
	visit = func(n int) bool {
		if n == to {
			return true
		}
		if seen[n] {
			return false
		}
		seen[n] = true
		for _, i := range o.g.Out(n) {
			if o.left[i] && visit(o.g.Edge(i).To) {
				return true
			}
		}
		return false
	}
	return visit(from)
}

func (o *oracle) best(node int) answer {
	var a answer
	for n := range o.g.Len() {
		for _, i := range o.g.Out(n) {
			e := o.g.Edge(i)
			if o.left[i] && e.Weight.Exceeds(1) && o.leads(e.To, n) && o.leads(node, n) && o.leads(n, o.target) {
				return answer{reaches: true, cycles: true, count: attempts.Unbounded()}
			}
		}
	}
	var walk func(n int, on []int, path []int, product attempts.Count)
	walk = func(n int, on, path []int, product attempts.Count) {
		if n == o.target {
			if c := product.Compare(a.count); !a.reaches || c > 0 || c == 0 && o.before(path, a.path) {
				a.reaches, a.count, a.path = true, product, slices.Clone(path)
			}
		}
		for _, i := range o.g.Out(n) {
			e := o.g.Edge(i)
			if o.left[i] && !slices.Contains(on, e.To) {
				walk(e.To, append(slices.Clip(on), e.To), append(slices.Clip(path), i), product.Times(e.Weight))
			}
		}
	}
	walk(node, []int{node}, nil, attempts.Exactly(1))
	return a
}

// before reports whether a path is to be taken before another that amplifies alike.
func (o *oracle) before(a, b []int) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	for i := range a {
		x, y := o.g.Edge(a[i]), o.g.Edge(b[i])
		if x.To != y.To {
			return o.g.Name(x.To) < o.g.Name(y.To)
		}
		if c := x.Weight.Compare(y.Weight); c != 0 {
			return c > 0
		}
		if x.Weight.IsOpen() != y.Weight.IsOpen() {
			return x.Weight.IsOpen()
		}
	}
	return false
}
