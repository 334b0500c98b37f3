package source

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/finding"
)

// A result is what one analyzer said of one unit.
type result struct {
	analyzer    *analysis.Analyzer
	value       any
	err         error
	diagnostics []analysis.Diagnostic
}

// errPrerequisite says that an analyzer that is required has failed.
var errPrerequisite = errors.New("a required analyzer failed")

// Analyze runs the analyzers on the packages that patterns name, together with their
// tests where these compile, and for facts on the packages below. The analyzers must
// have been told to add records to what they report.
func (p *Program) Analyze(ctx context.Context, patterns []string) (*finding.Result, error) {
	roots, err := p.list(ctx, patterns)
	if err != nil {
		return nil, err
	}
	targets := make(map[string]*unit)
	for _, u := range p.targets(roots) {
		targets[u.ID] = u
	}
	r := &run{Program: p, ctx: ctx, targets: targets, all: withRequired(p.cfg.Analyzers)}
	each(targets, r.analyse)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out, err := decodeResults(p.fset, targets)
	if err != nil {
		return nil, err
	}
	out.Failures = append(out.Failures, r.failures...)
	return out, nil
}

// withRequired returns analyzers and all they require, the required ones first.
func withRequired(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var all []*analysis.Analyzer
	var add func([]*analysis.Analyzer)
	add = func(analyzers []*analysis.Analyzer) {
		for _, a := range analyzers {
			if !slices.Contains(all, a) {
				add(a.Requires)
				all = append(all, a)
			}
		}
	}
	add(analyzers)
	return all
}

// A run is one analysis of some targets.
type run struct {
	*Program
	ctx     context.Context
	targets map[string]*unit
	all     []*analysis.Analyzer

	mu       sync.Mutex
	failures []finding.Failure
}

func (r *run) fail(u *unit, analyzer string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures = append(r.failures, finding.Failure{Unit: u.ID, Analyzer: analyzer, Message: err.Error()})
}

// analyse analyses the packages below a unit, then the unit itself.
func (r *run) analyse(u *unit) {
	u.analyse.Do(func() {
		if r.stored(u) {
			r.declared(u)
			return
		}
		each(u.imports, func(imported *unit) {
			if r.wanted(imported) {
				r.analyse(imported)
			}
		})
		r.declared(u)
		// With many packages ready at once, only those at work are held in memory.
		r.slots <- struct{}{}
		defer func() { <-r.slots }()
		if r.ctx.Err() != nil {
			return
		}
		c := r.fullHere(u)
		defer u.drop()
		if len(u.Errors)+len(c.errors) > 0 {
			// Of other modules only their facts are missing, and go vet would have
			// stopped at the first of them.
			if u.local() {
				r.fail(u, "types", fmt.Errorf("the package does not compile: %v", slices.Concat(u.Errors, c.errors)[0]))
			}
			return
		}
		r.execute(u, c)
	})
}

// stored takes the facts of a unit from the store, if they are there.
func (r *run) stored(u *unit) bool {
	if u.local() || r.cfg.Facts == nil {
		return false
	}
	facts, ok, err := r.cfg.Facts.load(u.PkgPath, r.version(u))
	if err != nil {
		r.fail(u, "facts", err)
	}
	u.facts = facts
	return ok
}

// version returns what the facts of a package of another module are kept under.
func (p *Program) version(u *unit) string {
	switch {
	case u.Module == nil:
		return p.goVersion
	case u.Module.Replace != nil:
		return u.Module.Replace.Path + "@" + u.Module.Replace.Version
	}
	return u.Module.Version
}

// execute runs the analyzers on a unit: all of them on a target, else those that
// make facts.
func (r *run) execute(u *unit, c *checked) {
	facts := newFactSet(c.pkg, u.imports)
	results := make(map[*analysis.Analyzer]*result)
	var need func(*analysis.Analyzer) *result
	need = func(a *analysis.Analyzer) *result {
		if results[a] == nil {
			inputs := make(map[*analysis.Analyzer]any)
			failed := false
			for _, required := range a.Requires {
				res := need(required)
				inputs[required] = res.value
				failed = failed || res.err != nil
			}
			results[a] = &result{analyzer: a}
			if failed {
				results[a].err = errPrerequisite
			} else {
				results[a].run(r.pass(u, c, a, inputs), facts)
			}
		}
		return results[a]
	}
	target, failed := r.targets[u.ID] != nil, false
	for _, a := range r.all {
		if !target && len(a.FactTypes) == 0 {
			continue
		}
		res := need(a)
		failed = failed || res.err != nil
		switch {
		case errors.Is(res.err, errPrerequisite):
			// It has been said which one, and why.
		case target:
			u.findings = append(u.findings, *res)
		case res.err != nil:
			r.fail(u, a.Name, res.err)
		}
	}
	if err := r.keep(u, facts, !failed); err != nil {
		r.fail(u, "facts", err)
	}
}

// keep notes the facts that a unit hands on, and stores those of other modules if they
// are complete. They are encoded and decoded in any case, as under go vet.
func (r *run) keep(u *unit, facts *factSet, complete bool) error {
	data, err := encodeFacts(facts.handedOn())
	if err != nil {
		return err
	}
	if u.facts, err = decodeFacts(data); err != nil {
		return err
	}
	switch {
	case u.local():
		return nil
	case !complete:
		return r.cfg.Facts.forget(u.PkgPath, r.version(u))
	}
	return r.cfg.Facts.save(u.PkgPath, r.version(u), data)
}

// pass prepares the run of an analyzer on a unit.
func (r *run) pass(u *unit, c *checked, a *analysis.Analyzer, inputs map[*analysis.Analyzer]any) *analysis.Pass {
	pass := &analysis.Pass{
		Analyzer:     a,
		Fset:         r.fset,
		Files:        c.files,
		OtherFiles:   u.OtherFiles,
		IgnoredFiles: u.IgnoredFiles,
		Pkg:          c.pkg,
		TypesInfo:    c.info,
		TypesSizes:   r.sizes,
		ResultOf:     inputs,
		ReadFile: func(name string) ([]byte, error) {
			if !slices.Contains(slices.Concat(u.GoFiles, u.OtherFiles, u.IgnoredFiles), name) {
				return nil, fmt.Errorf("%s is no file of the package", name)
			}
			return os.ReadFile(name)
		},
	}
	if m := u.Module; m != nil {
		pass.Module = &analysis.Module{Path: m.Path, Version: m.Version, GoVersion: r.types(u, nil).GoVersion}
	}
	return pass
}

// run runs an analyzer. A panic is an error of this package alone.
func (res *result) run(pass *analysis.Pass, facts *factSet) {
	defer func() {
		if v := recover(); v != nil {
			res.value, res.err = nil, fmt.Errorf("panic: %v%s", v, panicked())
		}
	}()
	pass.Report = func(d analysis.Diagnostic) { res.diagnostics = append(res.diagnostics, d) }
	facts.into(pass)
	res.value, res.err = pass.Analyzer.Run(pass)
}

// panicked names the functions in which the panic at hand happened, innermost first.
func panicked() string {
	const most = 6
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(1, pc)])
	var text strings.Builder
	for n := -1; n < most; {
		frame, more := frames.Next()
		switch {
		case n < 0 && frame.Function == "runtime.gopanic":
			n = 0
		case n >= 0 && !strings.HasPrefix(frame.Function, "runtime."):
			fmt.Fprintf(&text, "\n\t%s (%s:%d)", frame.Function, filepath.Base(frame.File), frame.Line)
			n++
		}
		if !more {
			break
		}
	}
	return text.String()
}

// decodeResults turns what the analyzers said of the targets into findings, by way of
// the tree that go vet prints: so it is read in one way only.
func decodeResults(fset *token.FileSet, targets map[string]*unit) (*finding.Result, error) {
	var buf bytes.Buffer
	for _, id := range slices.Sorted(maps.Keys(targets)) {
		byAnalyzer := make(map[string]any)
		for _, res := range targets[id].findings {
			if res.err != nil {
				byAnalyzer[res.analyzer.Name] = finding.Error{Err: res.err.Error()}
			} else if res.diagnostics != nil {
				byAnalyzer[res.analyzer.Name] = diagnostics(fset, res.diagnostics)
			}
		}
		if err := json.NewEncoder(&buf).Encode(finding.Tree{id: byAnalyzer}); err != nil {
			return nil, err
		}
	}
	return finding.Decode(&buf)
}

// diagnostics writes diagnostics as a tree has them, without fixes.
func diagnostics(fset *token.FileSet, from []analysis.Diagnostic) []finding.Diagnostic {
	var all []finding.Diagnostic
	for _, d := range from {
		to := finding.Diagnostic{
			Category: d.Category,
			Posn:     fset.Position(d.Pos).String(),
			End:      fset.Position(d.End).String(),
			Message:  d.Message,
		}
		for _, related := range d.Related {
			to.Related = append(to.Related, finding.Related{
				Posn: fset.Position(related.Pos).String(), End: fset.Position(related.End).String(), Message: related.Message,
			})
		}
		all = append(all, to)
	}
	return all
}
