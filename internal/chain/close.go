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

// Closings returns, for each call of a function, the paths that close at it and amplify
// more for that, in the order of the calls. What is known without the package at hand is
// asked of elsewhere.
func (f *Follower) Closings(elsewhere *Follower, s *Summary, args ...Value) []Closed {
	at := f.node(s, args)
	f.solve()
	type place struct{ call, node, site int }
	var places []place
	for _, e := range f.nodes[at].out {
		for _, node := range f.boundBelow(f.g.Edge(e.index).To) {
			for site := range f.nodes[node].summary.Sites {
				places = append(places, place{e.call, node, site})
			}
			f.node(f.nodes[node].summary, nil)
		}
	}
	if len(places) == 0 {
		return nil
	}
	f.solve()
	var found []Closed
	for _, p := range places {
		path, ok := f.fromSite(p.node, p.site)
		if !ok {
			continue
		}
		c := Closed{Call: p.call, Path: path, Key: f.g.Name(p.node) + " " + path.Op}
		if free, ok := f.before(elsewhere, s.Pkg, f.nodes[p.node].summary, p.site); ok {
			c.Before = free.Count
		}
		if path.Count.Compare(c.Before) > 0 {
			found = append(found, c)
		}
	}
	return found
}

// before returns the path from a site of a function of which nothing is known that it is
// given, as it is seen where the function is declared.
func (f *Follower) before(elsewhere *Follower, pkg string, s *Summary, site int) (p Path, ok bool) {
	if s.Pkg == pkg {
		return f.fromSite(f.node(s, nil), site)
	}
	return elsewhere.FromSite(s, site)
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
