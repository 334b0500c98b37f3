// Package counttest holds what the tool says of call paths against what happens: it makes
// programs that retry in several layers, which a test runs against a server that fails
// and counts.
//
// It knows nothing of the analysis.
package counttest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Layer is one package of a program: it calls the next one.
type Layer struct {
	// Shape is how the layer repeats the call, N how often.
	Shape string
	N     int
	// Way is how it gets from the repeated call to the next layer.
	Way string
	// End is what its error looks like when it has given up, and Stop which errors of
	// the next layer it does not repeat.
	End, Stop string
}

// Program is a number of layers, the first one outermost; the last one sends a request.
type Program struct {
	Name   string
	Layers []Layer
}

// String returns the layers of a program in short.
func (p Program) String() string {
	var parts []string
	for _, l := range p.Layers {
		parts = append(parts, strings.TrimRight(fmt.Sprintf("%s %d %s %s %s", l.Shape, l.N, l.Way, l.End, l.Stop), " "))
	}
	return p.Name + ": " + strings.Join(parts, " / ")
}

// shapes are the bodies of a function that repeats CALL, an expression that returns an
// error, up to N times. STOP is a statement that may leave, EXTRA stands for END.
var shapes = map[string]string{
	"once": `	err := CALL
	STOP
	return END`,
	"range": `	var err error
	for range N {
		if err = CALL; err == nil {
			return nil
		}
		STOP
	}
	return END`,
	"less": `	var err error
	for i := 0; i < N; i++ {
		err = CALL
		if err == nil {
			break
		}
		STOP
	}
	return END`,
	"atmost": `	var err error
	for i := 1; i <= N; i++ {
		if err = CALL; err == nil {
			return nil
		}
		STOP
	}
	return END`,
	"down": `	var err error
	for left := N; left > 0; left-- {
		if err = CALL; err == nil {
			return nil
		}
		STOP
	}
	return END`,
	"counter": `	for tries := 1; ; tries++ {
		err := CALL
		if err == nil {
			return nil
		}
		STOP
		if tries == N {
			return END
		}
	}`,
	"goto": `	tries := 0
again:
	err := CALL
	tries++
	if err != nil && tries < N {
		goto again
	}
	return END`,
	"before": `	err := CALL
	for i := 1; i < N && err != nil; i++ {
		err = CALL
	}
	return END`,
	"condition": `	err := CALL
	for left := N - 1; err != nil && left > 0; left-- {
		err = CALL
	}
	return END`,
	"schedule": `	var err error
	for _, pause := range []time.Duration{LIST} {
		if err = CALL; err == nil {
			return nil
		}
		time.Sleep(pause)
		STOP
	}
	return END`,
	"helper": `	err := retry.Do(N, func() error { return CALL })
	return END`,
	"typed": `	_, err := retry.Value(N, func() (int, error) { return 0, CALL })
	return END`,
	"policy": `	p := retry.Policy{Tries: N}
	err := p.Run(func() error {
		return CALL
	})
	return END`,
	"rangefunc": `	var err error
	for range retry.Tries(N) {
		if err = CALL; err == nil {
			return nil
		}
	}
	return END`,
	"recursion": `	return again(ctx, url, N)
}

func again(ctx context.Context, url string, left int) error {
	err := CALL
	if err != nil && left > 1 {
		return again(ctx, url, left-1)
	}
	return END`,
	"flag": `	retried := false
	for {
		err := CALL
		if err == nil || retried {
			return END
		}
		retried = true
	}`,
	"leaves": `	var err error
	for range N {
		if err = CALL; err != nil {
			return END
		}
		if err = check(); err == nil {
			return nil
		}
	}
	return err
}

func check() error {
	return nil`,
	"twice": `	if err := CALL; err == nil {
		return nil
	}
	err := CALL
	return END`,
	"parameter": `	return repeat(ctx, url, N)
}

func repeat(ctx context.Context, url string, n int) (err error) {
	for range n {
		if err = CALL; err == nil {
			return nil
		}
		STOP
	}
	return END`,
}

// ways lead from an expression in a function with ctx and url to the next layer; the
// first part is the expression, the second one declarations.
var ways = map[string][2]string{
	"direct": {`next.Do(ctx, url)`, ``},
	"method": {`(&caller{}).send(ctx, url)`, `
type caller struct{}

func (c *caller) send(ctx context.Context, url string) error { return next.Do(ctx, url) }`},
	"interface": {`newService(caller{}).to.send(ctx, url)`, `
type sender interface {
	send(ctx context.Context, url string) error
}

type service struct{ to sender }

func newService(to sender) *service { return &service{to: to} }

type caller struct{}

func (caller) send(ctx context.Context, url string) error { return next.Do(ctx, url) }`},
	"decorated": {`sender(&steady{to: caller{}}).send(ctx, url)`, `
type sender interface {
	send(ctx context.Context, url string) error
}

type caller struct{}

func (caller) send(ctx context.Context, url string) error { return next.Do(ctx, url) }

type steady struct{ to sender }

func (s *steady) send(ctx context.Context, url string) (err error) {
	for range 2 {
		if err = s.to.send(ctx, url); err == nil {
			return nil
		}
	}
	return err
}`},
	"field": {`newJob().run(ctx, url)`, `
type job struct {
	run func(ctx context.Context, url string) error
}

func newJob() *job { return &job{run: next.Do} }`},
	"variable": {`send(ctx, url)`, `
var send = func(ctx context.Context, url string) error { return next.Do(ctx, url) }`},
	"handed": {`with(func(url string) error { return next.Do(ctx, url) }, url)`, `
func with(op func(url string) error, url string) error { return op(url) }`},
	"goroutine": {`inBackground(ctx, url)`, `
func inBackground(ctx context.Context, url string) error {
	res := make(chan error, 1)
	go func() { res <- next.Do(ctx, url) }()
	return <-res
}`},
	"group": {`inGroup(ctx, url)`, `
func inGroup(ctx context.Context, url string) (err error) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		err = next.Do(ctx, url)
	}()
	wg.Wait()
	return err
}`},
	"deferred": {`atEnd(ctx, url)`, `
func atEnd(ctx context.Context, url string) (err error) {
	defer func() { err = next.Do(ctx, url) }()
	return nil
}`},
	"generic": {`send(ctx, address(url))`, `
type address string

func send[T ~string](ctx context.Context, url T) error { return next.Do(ctx, string(url)) }`},
	"bound": {`call((&caller{}).send, ctx, url)`, `
type caller struct{}

func (c *caller) send(ctx context.Context, url string) error { return next.Do(ctx, url) }

func call(f func(ctx context.Context, url string) error, ctx context.Context, url string) error {
	return f(ctx, url)
}`},
}

// ends are what a layer returns when it has given up.
var ends = map[string]string{
	"":        `err`,
	"wrapped": `wrap(err)`,
	"gaveup":  `give(err)`,
}

// stops are what a layer does not repeat.
var stops = map[string]string{
	"":        ``,
	"gaveup":  `if errors.Is(err, next.ErrGaveUp) { return END }`,
	"context": `if ctx.Err() != nil { return END }`,
}

// Source returns the files of a program by name, in a module of that name.
func (p Program) Source(module string) map[string]string {
	files := make(map[string]string)
	for i, l := range p.Layers {
		files[fmt.Sprintf("%s/l%d/l%d.go", p.Name, i, i)] = p.layer(module, i, l)
	}
	last := len(p.Layers)
	files[fmt.Sprintf("%s/l%d/l%d.go", p.Name, last, last)] = fmt.Sprintf(`package l%d

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

var ErrGaveUp = errors.New("gave up")

func Do(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode >= 500 {
		return fmt.Errorf("%%s: %%s", url, resp.Status)
	}
	return nil
}
`, last)
	return files
}

func (p Program) layer(module string, i int, l Layer) string {
	way := ways[l.Way]
	body := strings.NewReplacer("STOP", stops[l.Stop]).Replace(shapes[l.Shape])
	body = strings.NewReplacer("CALL", way[0], "END", ends[l.End], " N", fmt.Sprintf(" %d", l.N), "(N", fmt.Sprintf("(%d", l.N), "LIST", strings.Repeat("0, ", l.N-1)+"0").Replace(body)
	code := fmt.Sprintf(`
var ErrGaveUp = errors.New("gave up")

func wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("layer %d: %%w", err)
}

func give(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%%w: %%v", ErrGaveUp, err)
}

func Do(ctx context.Context, url string) error {
%s
}
%s
`, i, body, way[1])
	imports := []string{`"context"`, `"errors"`, `"fmt"`}
	for _, name := range []string{"sync", "time"} {
		if strings.Contains(code, name+".") {
			imports = append(imports, fmt.Sprintf("%q", name))
		}
	}
	if strings.Contains(code, "retry.") {
		imports = append(imports, fmt.Sprintf("%q", module+"/retry"))
	}
	imports = append(imports, fmt.Sprintf("next %q", fmt.Sprintf("%s/%s/l%d", module, p.Name, i+1)))
	return fmt.Sprintf("package l%d\n\nimport (\n\t%s\n)\n%s", i, strings.Join(imports, "\n\t"), code)
}

// Retry is the source of the package that helps the programs to retry.
const Retry = `package retry

import "iter"

func Do(n int, op func() error) (err error) {
	for range n {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func Value[T any](n int, op func() (T, error)) (v T, err error) {
	for i := 0; i < n; i++ {
		if v, err = op(); err == nil {
			break
		}
	}
	return v, err
}

type Policy struct{ Tries int }

func (p Policy) Run(op func() error) error {
	for tries := 1; ; tries++ {
		err := op()
		if err == nil || tries >= p.Tries {
			return err
		}
	}
}

func Tries(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}
`

// Main returns the source of a program that runs others: given the address of a server,
// it calls each of them once.
func Main(module string, programs []Program) string {
	var imports, calls strings.Builder
	for _, p := range programs {
		fmt.Fprintf(&imports, "\t%s %q\n", p.Name, fmt.Sprintf("%s/%s/l0", module, p.Name))
		fmt.Fprintf(&calls, "\t%s.Do(ctx, os.Args[1]+\"/%s\")\n", p.Name, p.Name)
	}
	return fmt.Sprintf("package main\n\nimport (\n\t\"context\"\n\t\"os\"\n\n%s)\n\nfunc main() {\n\tctx := context.Background()\n%s}\n", &imports, &calls)
}

// Named returns programs whose numbers are known to everybody.
func Named() []Program {
	plain := func(name string, counts ...int) Program {
		p := Program{Name: name}
		for _, n := range counts {
			p.Layers = append(p.Layers, Layer{Shape: "range", N: n, Way: "direct"})
		}
		return p
	}
	programs := []Program{
		plain("ones", 1, 1, 1), plain("twos", 2, 2, 2), plain("fours", 4, 4, 4), plain("threes", 3, 3, 3),
		plain("two", 4, 4), plain("four", 4, 4, 4, 4), plain("alone", 7),
	}
	for _, shape := range keys(shapes) {
		programs = append(programs, Program{Name: "shape" + shape, Layers: []Layer{{Shape: shape, N: 3, Way: "direct"}, {Shape: "range", N: 2, Way: "direct"}}})
	}
	for _, way := range keys(ways) {
		programs = append(programs, Program{Name: "way" + way, Layers: []Layer{{Shape: "range", N: 3, Way: way}, {Shape: "range", N: 2, Way: "direct"}}})
	}
	for _, shape := range []string{"range", "counter", "schedule", "parameter"} {
		programs = append(programs, Program{Name: "stop" + shape, Layers: []Layer{
			{Shape: shape, N: 3, Way: "direct", Stop: "gaveup"}, {Shape: "range", N: 4, Way: "direct", End: "gaveup"},
		}})
	}
	return programs
}

// Random returns n programs of one to four layers; the same for the same seed.
func Random(n int, seed uint64) []Program {
	rng := rand.New(rand.NewPCG(seed, seed))
	pick := func(names []string) string { return names[rng.IntN(len(names))] }
	programs := make([]Program, n)
	for i := range programs {
		p := Program{Name: fmt.Sprintf("r%03d", i)}
		for range 1 + rng.IntN(4) {
			p.Layers = append(p.Layers, Layer{
				Shape: pick(keys(shapes)), N: 2 + rng.IntN(3), Way: pick(keys(ways)), End: pick(keys(ends)), Stop: pick(keys(stops)),
			})
		}
		programs[i] = p
	}
	return programs
}

func keys[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
