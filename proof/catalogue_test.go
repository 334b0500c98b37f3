package proof

import (
	"fmt"
	"go/types"
	"maps"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/catalog/builtin"
	"github.com/retrylint/retrylint/proof/attempts"
	"github.com/retrylint/retrylint/proof/symbols"
)

// world is what the catalogue says of the libraries in the versions of go.mod.
type world struct {
	packages map[string]symbols.Package
}

// load reads what is compiled into the test of the packages that the catalogue knows.
func load(t *testing.T) *world {
	out, err := exec.Command("go", "list", "-deps", "-test", "-f", "{{if not .ForTest}}{{.ImportPath}}{{end}}", ".").Output()
	require.NoError(t, err)
	var paths []string
	for path := range strings.FieldsSeq(string(out)) {
		if builtin.Catalog().Knows(path) {
			paths = append(paths, path)
		}
	}
	mode := packages.NeedName | packages.NeedTypes | packages.NeedModule | packages.NeedExportFile
	pkgs, err := packages.Load(&packages.Config{Mode: mode}, paths...)
	require.NoError(t, err)
	w := &world{packages: map[string]symbols.Package{}}
	for _, p := range pkgs {
		require.Empty(t, p.Errors)
		version := ""
		if p.Module != nil {
			version = p.Module.Version
		}
		w.packages[p.PkgPath] = symbols.Package{Types: p.Types, Version: version}
	}
	return w
}

// TestSymbols looks up what the catalogue names in the packages that are compiled into
// the test. The command matrix does it for all modules, in their oldest and newest versions.
func TestSymbols(t *testing.T) {
	w := load(t)
	for _, l := range builtin.Catalog().Libraries() {
		wrong, _ := symbols.Check(builtin.Catalog(), l, w.packages)
		assert.Empty(t, wrong, l.Name)
	}
}

// pathOf returns the path of the package of a symbol: all up to the first dot after
// the last slash.
func pathOf(symbol string) string {
	slash := strings.LastIndexByte(symbol, '/') + 1
	dot := strings.IndexByte(symbol[slash:], '.')
	if strings.HasPrefix(symbol[slash:], "v3.") && strings.HasPrefix(symbol, "resty.dev/") {
		dot = len("v3")
	}
	return symbol[:slash+dot]
}

// entry returns what the catalogue says of a symbol, and the symbol itself.
func (w *world) entry(t *testing.T, symbol string) (*catalog.Entry, types.Object) {
	if name, ok := strings.CutPrefix(symbol, pathElasticsearch+"."); ok {
		return builtin.Catalog().Package(pathElasticsearch, "").Name(name), nil
	}
	path := pathOf(symbol)
	p, ok := w.packages[path]
	require.True(t, ok, "the catalogue does not know %s", path)
	name := strings.TrimPrefix(symbol, path+".")
	obj := symbols.Resolve(p.Types, name)
	require.NotNil(t, obj, "%s is not declared in %s", symbol, p.Version)
	known := builtin.Catalog().Package(path, p.Version)
	if fn, ok := obj.(*types.Func); ok {
		return known.Func(fn), obj
	}
	return known.Name(name), obj
}

// claim is what the catalogue says of a subject, and where.
type claim struct {
	attempts   catalog.Bound
	wait       catalog.Wait
	decision   catalog.Decision
	retryAfter catalog.RetryAfter
	client     bool
	sometimes  []catalog.Sometimes
	budget     bool
	facts      map[*catalog.Fact]bool
}

func (w *world) claim(t *testing.T, s subject) claim {
	c := claim{facts: map[*catalog.Fact]bool{}}
	e, _ := w.entry(t, s.symbol)
	require.NotNil(t, e, "the catalogue does not know %s", s.symbol)
	var recv types.Type
	if s.receiver != "" {
		_, obj := w.entry(t, s.receiver)
		recv = obj.Type()
	}
	ofClient := func(cl *catalog.Client) {
		c.client = true
		c.wait, c.decision, c.retryAfter = cl.Wait, cl.Decision, cl.RetryAfter
		c.facts[&cl.Fact] = true
		c.sometimes, c.budget = cl.Sometimes, cl.Budget != ""
	}
	if r := e.Retrier; r != nil {
		c.attempts, c.wait, c.decision = e.Library.RetrierAttempts(r), r.Wait, r.Decision
		c.facts[&r.Fact] = true
	} else if call, ok := e.Call(recv); ok {
		ofClient(call.Client)
		c.attempts, c.decision = call.Attempts(), call.Decision()
		c.facts[&call.Calls.Fact] = true
	} else if len(e.Makes) > 0 {
		made := e.Makes[0]
		ofClient(made.Client)
		c.attempts = made.Library.ClientAttempts(made.Client)
		c.facts[&made.Constructor.Fact] = true
	} else if b := e.Backoff; b != nil {
		c.attempts, c.wait = b.Attempts, b.Wait
		c.facts[&b.Fact] = true
	} else if g := e.Guard; g != nil {
		c.attempts = catalog.Attempts(1)
		c.facts[&g.Fact] = true
	} else {
		require.Fail(t, "the catalogue says nothing of what a call does", s.symbol)
	}
	for _, used := range s.uses {
		symbol, value, _ := strings.Cut(used, "=")
		e, _ := w.entry(t, symbol)
		require.NotNil(t, e, "the catalogue does not know %s", symbol)
		c.use(e, value)
	}
	if !s.given.IsZero() {
		c.attempts = s.given
	}
	if s.plain && !hasError(c.decision) {
		c.attempts = catalog.Attempts(1)
	}
	return c
}

// use changes a claim by what is used beside the call.
func (c *claim) use(e *catalog.Entry, value string) {
	if b := e.Backoff; b != nil {
		c.facts[&b.Fact] = true
		if !b.Attempts.IsZero() {
			c.attempts = b.Attempts
		}
		c.waits(b.Wait)
	}
	if p := e.Policy; p != nil {
		c.facts[&p.Fact] = true
		c.decides(p.Decision)
	}
	if m := e.Mark; m != nil {
		c.facts[&m.Fact] = true
		if m.Means == catalog.FinalMark {
			c.attempts = catalog.Attempts(1)
		}
	}
	for _, made := range e.Makes {
		c.facts[&made.Constructor.Fact] = true
	}
	for _, set := range e.Settings {
		c.facts[&set.Fact] = true
		if !set.Attempts.IsZero() && set.When == value {
			c.attempts = set.Attempts
		}
		c.waits(set.Wait)
		if set.Sets == catalog.SetsJitter && set.Wait.IsZero() && c.wait.Jitter != catalog.FullJitter {
			c.wait.Jitter = catalog.SomeJitter
		}
		c.decides(set.Decision)
	}
}

func (c *claim) waits(w catalog.Wait) {
	switch {
	case w.IsZero():
	case w.Kind == "":
		c.wait.Jitter = w.Jitter
	default:
		c.wait = w
	}
}

func (c *claim) decides(d catalog.Decision) {
	switch {
	case d.Statuses == nil && d.Codes == nil && d.Errors == nil:
		if d.By != catalog.None {
			c.decision.By = d.By
		}
		if d.Methods != "" {
			c.decision.Methods = d.Methods
		}
	case d.Replaces:
		methods := c.decision.Methods
		c.decision = d
		if d.Methods == "" {
			c.decision.Methods = methods
		}
	default:
		c.decision.Statuses = append(slices.Clone(c.decision.Statuses), d.Statuses...)
		c.decision.Codes = append(slices.Clone(c.decision.Codes), d.Codes...)
		c.decision.Errors = append(slices.Clone(c.decision.Errors), d.Errors...)
	}
}

// with returns the claim for an option that is set to a value.
func (w *world) with(t *testing.T, c claim, o option) claim {
	e, _ := w.entry(t, o.symbol)
	require.NotNil(t, e, "the catalogue does not know %s", o.symbol)
	for _, set := range e.Settings {
		if set.Sets != catalog.SetsAttempts {
			continue
		}
		b := set.AttemptsOf(int64(o.value))
		switch {
		case b.IsZero():
			require.Fail(t, "the catalogue gives the value no meaning", "%s %d", o.symbol, o.value)
		case b.Kind == catalog.ByDefault, b.Kind == catalog.Unlimited && c.attempts.Kind == catalog.Timed:
		default:
			c.attempts = b
		}
		return c
	}
	require.Fail(t, "the catalogue says of no number what it sets", o.symbol)
	return c
}

// agrees holds the number of attempts against what was counted.
func agrees(t *testing.T, b catalog.Bound, n attempts.Count) bool {
	switch b.Kind {
	case catalog.Counted:
		return assert.Equal(t, b.String(), attemptsText(n), "attempts")
	case catalog.Unlimited, catalog.UntilDeadline:
		return assert.True(t, n.Endless, "%d attempts, where the catalogue says %s", n.Attempts, b)
	case catalog.Timed:
		ok := assert.False(t, n.Endless, "the catalogue says %s", b) && assert.Greater(t, n.Attempts, 1, "attempts") &&
			assert.LessOrEqual(t, n.Took, b.Within+slices.Max(n.Waits), "time")
		if ok && b.N > 0 {
			ok = assert.InDelta(t, b.N, n.Attempts, float64(b.N)/3, "attempts")
		}
		return ok
	}
	return true // nothing is claimed
}

// agrees holds the attempts against those that were counted without an option; more
// than the client makes otherwise, if the catalogue knows of such a case.
func (c claim) agrees(t *testing.T, n attempts.Count) bool {
	for i := range c.sometimes {
		if b := c.sometimes[i].Attempts; b.Kind == catalog.Counted && n.Attempts == b.N && !n.Endless && c.attempts.Kind == catalog.Counted && b.N > c.attempts.N {
			c.facts[&c.sometimes[i].Fact] = true
			return true
		}
	}
	return agrees(t, c.attempts, n)
}

// decided holds a decision against what was tried again. What the program decides
// cannot be held against anything.
func (c claim) decided(t *testing.T, s subject, n counted) bool {
	if d := c.decision; d.By != catalog.None || d.Statuses == nil && d.Codes == nil && d.Errors == nil {
		return true
	}
	methods := slices.Sorted(maps.Keys(n.byMethod))
	first := n.byMethod[methods[0]]
	var wrong []string
	for f, count := range first {
		retried, claimed := count.Attempts > 1, false
		switch {
		case f.Text != "" || f.RetryAfter > 0:
			continue
		case f.Way == attempts.Refuses:
			claimed = hasError(c.decision, catalog.TransportErrors, catalog.DialErrors)
		case f.Way != attempts.Answers:
			claimed = hasError(c.decision, catalog.TransportErrors)
			if hasError(c.decision, catalog.LostConnections) {
				// One of the two ways to lose it will do.
				claimed = retried || first[attempts.Dropped].Attempts <= 1 && first[attempts.Reset].Attempts <= 1
			}
		case s.codes:
			claimed = slices.ContainsFunc(c.decision.Codes, func(code catalog.Code) bool { return code.Number() == f.Status })
		default:
			claimed = catalog.HasStatus(c.decision.Statuses, f.Status)
		}
		if retried != claimed {
			wrong = append(wrong, fmt.Sprintf("%s: %s attempts", f, attemptsText(count)))
		}
	}
	slices.Sort(wrong)
	ok := assert.Empty(t, wrong, "what the catalogue says of these is wrong: %+v", c.decision)
	for _, method := range methods[1:] {
		writes := n.byMethod[method][n.worst].Attempts > 1
		switch c.decision.Methods {
		case catalog.AllMethods:
			ok = assert.True(t, writes, "%s is not tried again", method) && ok
		case catalog.IdempotentMethods, catalog.ReadMethods:
			ok = assert.False(t, writes, "%s is tried again", method) && ok
		default:
			ok = assert.Fail(t, "the catalogue does not say which methods are tried again") && ok
		}
	}
	return ok
}

func hasError(d catalog.Decision, kinds ...catalog.ErrorKind) bool {
	return slices.ContainsFunc(append(kinds, catalog.AnyError, catalog.AnyUnmarked), func(k catalog.ErrorKind) bool { return slices.Contains(d.Errors, k) })
}

// obeys holds what is said of Retry-After against what was counted.
func (c claim) obeys(t *testing.T, n counted) bool {
	method := slices.Sorted(maps.Keys(n.byMethod))[0]
	var want []int
	for _, code := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		if c.retryAfter.Obeyed && n.byMethod[method][attempts.After(code, retryAfter)].Attempts > 1 &&
			(c.retryAfter.Statuses == nil || catalog.HasStatus(c.retryAfter.Statuses, code)) {
			want = append(want, code)
		}
	}
	if !assert.Equal(t, want, n.obeyed(method), "statuses with a Retry-After that is obeyed") || len(want) == 0 {
		return len(want) == 0
	}
	long := n.byMethod[method][attempts.After(http.StatusServiceUnavailable, retryLater)]
	switch {
	case !slices.Contains(want, http.StatusServiceUnavailable):
		return true
	case c.retryAfter.Stops || long.Attempts < 2:
		return assert.True(t, c.retryAfter.Stops, "a Retry-After of an hour ends the attempts") &&
			assert.Equal(t, 1, long.Attempts, "attempts after a Retry-After of an hour")
	case c.retryAfter.Cap > 0:
		return assert.LessOrEqual(t, long.Waits[0], c.retryAfter.Cap*2, "wait after a Retry-After of an hour")
	}
	return assert.GreaterOrEqual(t, long.Waits[0], retryLater, "wait after a Retry-After of an hour")
}

// waited holds a wait against those that were seen in several runs.
func (c claim) waited(t *testing.T, n counted) bool {
	waits := n.waits[0]
	if len(waits) == 0 {
		return true
	}
	ok := true
	is := func(yes bool, what string) {
		ok = assert.True(t, yes, "waits %s, where the catalogue says %s: %+v", waitsText(waits), what, c.wait) && ok
	}
	random := n.random()
	switch c.wait.Jitter {
	case catalog.NoJitter, catalog.SetJitter:
		is(!random, "that they are not random")
	case catalog.SomeJitter, catalog.FullJitter:
		is(random, "that they are random")
	default:
		is(c.wait.Kind == catalog.NoWait || c.wait.Kind == catalog.GivenWait, "nothing of jitter")
	}
	first, last, longest := waits[0], waits[len(waits)-1], slices.Max(waits)
	switch c.wait.Kind {
	case catalog.NoWait:
		is(longest == 0, "that there is none")
	case catalog.ConstantWait:
		is(first > 0, "that there is one")
		// A timeout may cut the last one short.
		for _, w := range waits[:len(waits)-1] {
			is(random || first == w, "that they are the same")
		}
		is(random || last <= first, "that they are the same")
	case catalog.GrowingWait:
		is(longest > 0 && (random || len(waits) == 1 || last > first), "that they grow")
		if c.wait.Factor > 0 && !random && len(waits) > 1 && waits[1] != longest {
			is(waits[1] == time.Duration(float64(first)*c.wait.Factor), "by how much")
		}
	case catalog.RandomWait, catalog.ListedWait:
		is(longest > 0, "that there is one")
	case catalog.GivenWait:
	default:
		is(false, "nothing")
	}
	if base := c.wait.Base; base > 0 {
		switch {
		case !random:
			is(first == base, "the first one")
		case c.wait.Jitter == catalog.FullJitter:
			is(first <= base, "the first one")
		default:
			is(first >= base/4 && first <= base*5/2, "the first one")
		}
	}
	if c.wait.Cap > 0 {
		is(longest <= c.wait.Cap || random && c.wait.Jitter == catalog.SomeJitter && longest <= c.wait.Cap*2, "the longest one")
	}
	return ok
}

// TestCatalogue holds what the catalogue says against what is counted, and the marks
// of the catalogue against what agrees.
func TestCatalogue(t *testing.T) {
	w := load(t)
	proven, failed := map[*catalog.Fact]bool{}, map[*catalog.Fact]bool{}
	for _, l := range libraries {
		t.Run(l.name, func(t *testing.T) {
			for _, s := range l.subjects {
				if s.aside {
					continue
				}
				t.Run(strings.TrimSpace(short(s.symbol)+" "+s.with), func(t *testing.T) {
					ok := false
					c := claim{}
					defer func() {
						for f := range c.facts {
							if ok {
								proven[f] = true
							} else {
								failed[f] = true
							}
						}
					}()
					c = w.claim(t, s)
					ok = w.hold(t, s, c)
				})
			}
		})
	}
	for f := range failed {
		delete(proven, f)
	}
	marks(t, proven)
}

// hold holds a claim against the counts.
func (w *world) hold(t *testing.T, s subject, c claim) bool {
	n := s.count(t, option{})
	method := slices.Sorted(maps.Keys(n.byMethod))[0]
	ok := c.agrees(t, n.byMethod[method][n.worst])
	if s.on != (option{}) {
		n = s.count(t, s.on)
		on := w.with(t, c, s.on)
		ok = agrees(t, on.attempts, n.byMethod[method][n.worst]) && ok
	}
	if c.client && !s.retrier && n.byMethod[method][n.worst].Attempts > 1 {
		ok = c.decided(t, s, n) && ok
		if !s.codes && s.faults == nil {
			ok = c.obeys(t, n) && ok
		}
	}
	ok = c.waited(t, n) && ok
	for _, o := range s.options {
		for _, v := range o.values {
			o := option{o.symbol, v}
			count := s.run(t, 0, o, method, n.worst)
			b := w.with(t, c, o).attempts
			if b.Kind == catalog.Unlimited && c.budget {
				// The budget ends what has no bound.
				ok = assert.Greater(t, count.Attempts, 20, "%s %d", short(o.symbol), v) && ok
				continue
			}
			ok = assert.True(t, agrees(t, b, count), "%s %d", short(o.symbol), v) && ok
		}
		e, _ := w.entry(t, o.symbol)
		for _, set := range e.Settings {
			if set.Sets == catalog.SetsAttempts {
				c.facts[&set.Fact] = true
			}
		}
	}
	return ok
}
