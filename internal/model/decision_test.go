package model

import (
	"fmt"
	"maps"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/answer"
)

// writer writes predicates over a number, in the forms in which programs judge answers.
type writer struct {
	*rand.Rand
	// from and to bound the numbers that are compared with.
	from, to int
	// helpers are predicates that may be called.
	helpers []string
	// decls holds the variables that were declared, vars counts them.
	decls strings.Builder
	vars  int
}

func (w *writer) number() int { return w.from + w.Intn(w.to-w.from+1) }

// expr returns a boolean expression over s.
func (w *writer) expr(depth int) string {
	if depth > 0 {
		switch w.Intn(4) {
		case 0:
			return fmt.Sprintf("(%s && %s)", w.expr(depth-1), w.expr(depth-1))
		case 1:
			return fmt.Sprintf("(%s || %s)", w.expr(depth-1), w.expr(depth-1))
		case 2:
			return "!" + w.expr(depth-1)
		}
	}
	ops := []string{"==", "!=", "<", "<=", ">", ">="}
	op := ops[w.Intn(len(ops))]
	switch n := w.number(); {
	case w.Intn(6) == 0 && len(w.helpers) > 0:
		return w.helpers[w.Intn(len(w.helpers))] + "(s)"
	case w.Intn(4) == 0 && w.to > 99:
		return fmt.Sprintf("(s/100 %s %d)", op, n/100)
	case w.Intn(8) == 0:
		return fmt.Sprintf("(s%%10 %s %d)", op, n%10)
	case w.Intn(3) == 0:
		return fmt.Sprintf("(s >= %d && s <= %d)", n, n+w.Intn(w.to-w.from+1)/2)
	default:
		return fmt.Sprintf("(s %s %d)", op, n)
	}
}

func (w *writer) list() string {
	seen := make(map[int]bool)
	var list []string
	for range 1 + w.Intn(6) {
		if n := w.number(); !seen[n] {
			seen[n] = true
			list = append(list, strconv.Itoa(n))
		}
	}
	return strings.Join(list, ", ")
}

// body returns the body of a predicate.
func (w *writer) body() string {
	flag := func() string { return strconv.FormatBool(w.Intn(2) == 0) }
	switch w.Intn(9) {
	case 0:
		return fmt.Sprintf("switch s {\ncase %s:\nreturn %s\n}\nreturn %s", w.list(), flag(), w.expr(1))
	case 1:
		return fmt.Sprintf("switch {\ncase %s:\nreturn %s\ncase %s:\nreturn %s\ndefault:\nreturn %s\n}", w.expr(1), flag(), w.expr(1), flag(), flag())
	case 2:
		w.vars++
		var entries []string
		for n := range strings.SplitSeq(w.list(), ", ") {
			entries = append(entries, n+": "+flag())
		}
		fmt.Fprintf(&w.decls, "var table%d = map[int]bool{%s}\n", w.vars, strings.Join(entries, ", "))
		if w.Intn(2) == 0 {
			return fmt.Sprintf("_, ok := table%d[s]\nreturn ok", w.vars)
		}
		return fmt.Sprintf("return table%d[s]", w.vars)
	case 3:
		w.vars++
		fmt.Fprintf(&w.decls, "var list%d = []int{%s}\n", w.vars, w.list())
		if w.Intn(2) == 0 {
			return fmt.Sprintf("return slices.Contains(list%d, s)", w.vars)
		}
		return fmt.Sprintf("for _, n := range list%d {\nif n == s {\nreturn %s\n}\n}\nreturn %s", w.vars, flag(), w.expr(1))
	case 4:
		return fmt.Sprintf("ok := %s\nif %s {\nok = true\n}\nif %s {\nok = !ok\n}\nreturn ok", flag(), w.expr(1), w.expr(1))
	case 5:
		return fmt.Sprintf("if %s {\nreturn %s\n}\nif %s {\nif %s {\nreturn %s\n}\n}\nreturn %s", w.expr(1), flag(), w.expr(1), w.expr(0), flag(), w.expr(0))
	case 6:
		return fmt.Sprintf("n := s\nif %s {\nn = n - %d\n}\nreturn n > %d", w.expr(1), w.Intn(100), w.number())
	}
	return "return " + w.expr(2)
}

// The number of predicates, and how many are analysed in one package.
const (
	predicates = 360
	perPackage = 20
)

// The set that leads to another attempt is that of the compiled predicate, over all
// statuses, wherever it is called exact: with the predicate in the loop's package or
// another one, on the status itself or on what an error carries.
func TestDecisionAgreesWithExecution(t *testing.T) {
	w := &writer{Rand: rand.New(rand.NewSource(1)), from: 100, to: 599}
	var preds, calls, imports strings.Builder
	loops := make([]string, predicates)
	others := make(map[string]string)
	var helpers []string
	for first := 0; first < predicates; first += perPackage {
		name := fmt.Sprintf("other%d", first)
		var other strings.Builder
		w.helpers = nil
		for i := first; i < first+perPackage; i++ {
			fmt.Fprintf(&other, "// P%d judges.\nfunc P%d(s int) bool {\n%s\n}\n", i, i, w.body())
			w.helpers = append(w.helpers, fmt.Sprintf("P%d", i))
		}
		others[name] = "package " + name + "\n\nimport \"slices\"\n\nvar _ = slices.Contains[[]int]\n" + w.decls.String() + other.String()
		w.decls.Reset()
		fmt.Fprintf(&imports, "\"example.com/m/%s\"\n", name)
		for _, h := range w.helpers {
			helpers = append(helpers, name+"."+h)
		}
	}
	w.helpers = helpers
	for i := range predicates {
		// The decision, and the loop around it.
		switch i % 4 {
		case 0:
			fmt.Fprintf(&preds, "func D%d(s int) bool {\n%s\n}\n", i, w.body())
			loops[i] = fmt.Sprintf(direct, i)
		case 1:
			fmt.Fprintf(&preds, "func D%d(s int) bool { return %s(s) }\n", i, helpers[i])
			loops[i] = fmt.Sprintf(direct, i)
		case 2:
			// An error of some statuses, and a judge of what it carries.
			fmt.Fprintf(&preds, "func E%d(s int) error {\nif %s(s) {\nreturn fmt.Errorf(\"status: %%w\", &StatusError{Code: s})\n}\nreturn nil\n}\n", i, helpers[i])
			fmt.Fprintf(&preds, "func J%d(err error) bool {\nvar se *StatusError\nif !errors.As(err, &se) {\nreturn true\n}\ns := se.Code\n%s\n}\n", i, w.body())
			fmt.Fprintf(&preds, "func D%d(s int) bool { err := E%d(s); return err != nil && J%d(err) }\n", i, i, i)
			loops[i] = fmt.Sprintf(carried, i)
		case 3:
			// Some statuses become a sentinel, which ends the loop.
			fmt.Fprintf(&preds, "func E%d(s int) error {\nif %s {\nreturn fmt.Errorf(\"gone: %%w\", ErrGone)\n}\nif %s(s) {\nreturn errors.New(\"failed\")\n}\nreturn nil\n}\n", i, w.expr(1), helpers[i])
			fmt.Fprintf(&preds, "func J%d(err error) bool { return !errors.Is(err, ErrGone) }\n", i)
			fmt.Fprintf(&preds, "func D%d(s int) bool { err := E%d(s); return err != nil && J%d(err) }\n", i, i, i)
			loops[i] = fmt.Sprintf(carried, i)
		}
		fmt.Fprintf(&calls, "func(s int) bool { return D%d(s) },\n", i)
	}
	const used = "var _, _, _ = errors.New, fmt.Errorf, slices.Contains[[]int]\n"
	predsSrc := "import (\n\"errors\"\n\"fmt\"\n\"slices\"\n\n" + imports.String() + ")\n" + used + errorTypes + w.decls.String() + preds.String()

	files := map[string]string{
		"preds.go": "package main\n" + predsSrc,
		"main.go":  mainProgram(calls.String(), answer.FirstStatus, answer.LastStatus),
	}
	for name, src := range others {
		files[name+"/other.go"] = src
	}
	observed := execute(t, files, predicates)

	wd := newWorld()
	for _, name := range slices.Sorted(maps.Keys(others)) {
		wd.analyse(t, "example.com/m/"+name, others[name])
	}
	head := "import (\n\"net/http\"\n\"time\"\n" + strings.TrimPrefix(predsSrc, "import (\n")
	exact := 0
	for first := 0; first < predicates; first += perPackage {
		src := fmt.Sprintf("package m%d\n%s%s", first, head, strings.Join(loops[first:first+perPackage], ""))
		for _, loop := range wd.analyse(t, fmt.Sprintf("example.com/m/m%d", first), src).Loops {
			for _, site := range loop.Sites {
				d := site.Decision
				if d == nil || !d.Exact || !site.Construct.IsSite() {
					continue
				}
				i, err := strconv.Atoi(strings.TrimPrefix(loop.Declaration, "L"))
				require.NoError(t, err)
				exact++
				var want answer.Set
				for n, again := range observed[i] {
					if status := answer.FirstStatus + n; again == '1' && status != 200 {
						want = want.Or(answer.Of(answer.Status(status)))
					}
				}
				assert.Equal(t, want.String(), d.Again.HTTP().String(), "L%d", i)
			}
		}
	}
	assert.GreaterOrEqual(t, exact, 200)
	t.Logf("%d of %d decisions are exact", exact, predicates)
}

// execute runs a program and returns its lines, of which there must be n.
func execute(t *testing.T, files map[string]string, n int) []string {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module example.com/m\n\ngo 1.26\n"
	for name, src := range files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(src), 0o644))
	}
	run := exec.CommandContext(t.Context(), "go", "run", ".")
	run.Dir = dir
	out, err := run.CombinedOutput()
	require.NoError(t, err, string(out))
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	require.Len(t, lines, n)
	return lines
}

// mainProgram returns a program that prints a line for each predicate: 1 or 0 for each
// number in a range.
func mainProgram(calls string, from, to int) string {
	return fmt.Sprintf(printer, calls, from, to)
}

// The set of gRPC codes that lead to another attempt is that of the compiled predicate.
func TestDecisionAgreesOverCodes(t *testing.T) {
	const n = 80
	w := &writer{Rand: rand.New(rand.NewSource(2)), from: 0, to: answer.LastCode}
	var preds, loops, calls strings.Builder
	for i := range n {
		fmt.Fprintf(&preds, "func D%d(s int) bool {\n%s\n}\n", i, w.body())
		fmt.Fprintf(&loops, coded, i)
		fmt.Fprintf(&calls, "func(s int) bool { return D%d(s) },\n", i)
	}
	const used = "\nvar _ = slices.Contains[[]int]\n"
	predsSrc := used + w.decls.String() + preds.String()
	observed := execute(t, map[string]string{
		"preds.go": "package main\nimport \"slices\"\n" + predsSrc,
		"main.go":  mainProgram(calls.String(), 1, answer.LastCode),
	}, n)

	wd := newWorld()
	wd.analyse(t, "google.golang.org/grpc", "package grpc\n\ntype CallOption interface{ apply() }\n")
	wd.analyse(t, "google.golang.org/grpc/codes", "package codes\n\ntype Code uint32\n")
	wd.analyse(t, "google.golang.org/grpc/status", "package status\n\nimport \"google.golang.org/grpc/codes\"\n\nfunc Code(err error) codes.Code { return 2 }\n")
	const imports = "package m\nimport (\n\"context\"\n\"slices\"\n\"time\"\n\n\"google.golang.org/grpc\"\n\"google.golang.org/grpc/status\"\n)\n"
	exact := 0
	for _, loop := range wd.analyse(t, "example.com/m/m", imports+predsSrc+stub+loops.String()).Loops {
		for _, site := range loop.Sites {
			d := site.Decision
			if d == nil || !d.Exact {
				continue
			}
			i, err := strconv.Atoi(strings.TrimPrefix(loop.Declaration, "L"))
			require.NoError(t, err)
			exact++
			var want answer.Set
			for k, again := range observed[i] {
				if again == '1' {
					want = want.Or(answer.Of(answer.Code(k + 1)))
				}
			}
			assert.Equal(t, want.String(), d.Again.GRPC().String(), "L%d", i)
		}
	}
	assert.GreaterOrEqual(t, exact, 50)
}

const stub = `
type client interface {
	Get(ctx context.Context, key string, opts ...grpc.CallOption) (string, error)
}
`

const coded = `
func L%[1]d(ctx context.Context, c client) {
	for range 3 {
		_, err := c.Get(ctx, "k")
		if err == nil || !D%[1]d(int(status.Code(err))) {
			return
		}
		time.Sleep(time.Second)
	}
}
`

const errorTypes = `
// ErrGone ends it.
var ErrGone = errors.New("gone")

// StatusError carries a status.
type StatusError struct{ Code int }

func (e *StatusError) Error() string { return fmt.Sprint(e.Code) }

`

const direct = `
func L%[1]d(req *http.Request) {
	for range 3 {
		resp, err := http.DefaultClient.Do(req)
		if err != nil || resp.StatusCode == 200 || !D%[1]d(resp.StatusCode) {
			return
		}
		time.Sleep(time.Second)
	}
}
`

const carried = `
func send%[1]d(req *http.Request) error {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	if resp.StatusCode == 200 {
		return nil
	}
	return E%[1]d(resp.StatusCode)
}

func L%[1]d(req *http.Request) {
	for range 3 {
		if err := send%[1]d(req); err == nil || !J%[1]d(err) {
			return
		}
		time.Sleep(time.Second)
	}
}
`

const printer = `package main

import "os"

var all = []func(int) bool{
%s}

func main() {
	for _, p := range all {
		var line []byte
		for s := %d; s <= %d; s++ {
			if p(s) {
				line = append(line, '1')
			} else {
				line = append(line, '0')
			}
		}
		os.Stdout.Write(append(line, '\n'))
	}
}
`
