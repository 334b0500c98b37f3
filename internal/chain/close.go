package chain

import "github.com/retrylint/retrylint/internal/attempts"

// Closed is a path from a retry site that closes at a call: what the call hands in fills
// a hole on it.
type Closed struct {
	// Call is the call, as an index of the summary's Calls.
	Call int
	Path Path
	// Before is the amplification from the same site on when nothing is handed in.
	Before attempts.Count
	// Key tells paths apart that begin at different sites, or at the same site with
	// other things handed in.
	Key string
}

// maxClosing is the number of functions below one function that are looked at.
const maxClosing = 2_000

// place is a site of a node that a call leads to.
type place struct{ call, node, site int }

// places returns the sites below a node to whose functions the node's calls hand
// something.
func (f *Follower) places(at int) []place {
	f.grow()
	var found []place
	for _, e := range f.nodes[at].out {
		for _, node := range f.boundBelow(f.g.Edge(e.index).To) {
			for site := range f.nodes[node].summary.Sites {
				found = append(found, place{e.call, node, site})
			}
		}
	}
	return found
}

// Enter makes known that [Follower.FromSite] and [Follower.Closings] are going to be asked
// about a function. All of them first, and the graph is solved only once.
func (f *Follower) Enter(elsewhere *Follower, s *Summary, args ...Value) {
	at := f.node(s, args)
	for _, p := range f.places(at) {
		free := f.nodes[p.node].summary
		f.node(free, nil)
		if free.Pkg != s.Pkg {
			elsewhere.node(free, nil)
		}
	}
}

// Closings returns, for each call of a function, the paths that close at it and amplify
// more for that, in the order of the calls. What is known without the package at hand is
// asked of elsewhere.
func (f *Follower) Closings(elsewhere *Follower, s *Summary, args ...Value) []Closed {
	at := f.node(s, args)
	var found []Closed
	for _, p := range f.places(at) {
		f.solve()
		w, ok := f.worst(p.node, p.site)
		if !ok {
			continue
		}
		before := f.before(elsewhere, s.Pkg, f.nodes[p.node].summary, p.site)
		if w.count.Compare(before) <= 0 {
			continue
		}
		path := f.fromSite(p.node, p.site, w)
		found = append(found, Closed{Call: p.call, Path: path, Before: before, Key: f.g.Name(p.node) + " " + path.Op})
	}
	return found
}

// before returns the amplification from a site on of a function of which nothing is known
// that it is given, as it is seen where the function is declared.
func (f *Follower) before(elsewhere *Follower, pkg string, s *Summary, site int) attempts.Count {
	at := f
	if s.Pkg != pkg {
		at = elsewhere
	}
	node := at.node(s, nil)
	at.solve()
	w, _ := at.worst(node, site)
	return w.count
}

// boundBelow returns the nodes that can be reached from one through nodes that are given
// something, itself included.
func (f *Follower) boundBelow(from int) []int {
	var found []int
	seen := map[int]bool{from: true}
	for work := []int{from}; len(work) > 0 && len(found) < maxClosing; {
		at := work[0]
		work = work[1:]
		n := &f.nodes[at]
		if n.summary == nil || !n.bound() {
			continue
		}
		found = append(found, at)
		for _, e := range n.out {
			if to := f.g.Edge(e.index).To; !seen[to] {
				seen[to] = true
				work = append(work, to)
			}
		}
	}
	return found
}

// bound reports whether anything is known of what the function is given.
func (n *node) bound() bool {
	for _, arg := range n.args {
		if arg.Kind != Unknown {
			return true
		}
	}
	return false
}
