package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/retrylint/retrylint/corpus/source"
)

// A repository is what was found in one checkout.
type repository struct {
	name     string
	checkout string
	places   []*place
	// findings are those in the files of labelled packages, and helping those
	// elsewhere: packages that were read only for an in-house retrier.
	findings, helping []finding
	// sites are what the tool knows of loops, if it was asked.
	sites []site
	// retriers are, by label id, the declarations behind a labelled call.
	retriers map[string][]span
	// problems are what went wrong, for the reader of the report.
	problems []error
}

// settings are what every repository is read with.
type settings struct {
	checkouts string
	tool      string
	toolArgs  []string
	env       []string
	// suite analyses from source instead of the tool, if it is set.
	suite *source.Suite
}

// run analyses the packages in some folders of a module.
func (s *settings) run(ctx context.Context, m *module, dirs []string) (toolOutput, error) {
	if s.suite != nil {
		return runSuite(ctx, s.suite, m, dirs)
	}
	return runTool(ctx, s.tool, s.toolArgs, m, dirs)
}

// readRepository places the labels of one repository and runs the tool on
// their packages. What cannot be done is noted in the result.
func readRepository(ctx context.Context, s settings, name string, labels []*label) *repository {
	r := &repository{name: name, retriers: make(map[string][]span)}
	for _, l := range labels {
		r.places = append(r.places, &place{label: l})
	}
	checkout, head, err := findCheckout(ctx, s.checkouts, name)
	for _, p := range r.places {
		switch {
		case err != nil:
			p.skipped = err.Error()
		case p.Commit != head:
			// Its lines would be held against other code.
			p.skipped = fmt.Sprintf("the checkout is at commit %.12s, the label is of %.12s", head, p.Commit)
		}
	}
	if err != nil {
		r.problems = append(r.problems, err)
		return r
	}
	r.checkout = checkout

	ws := &workspace{checkout: checkout, env: s.env, modules: make(map[string]*module), suite: s.suite}
	r.load(ctx, ws)
	r.locate()

	// Only packages that compile are given to the tool, so that what it cannot
	// read is its own failure.
	dirs := make(map[*module]map[string]bool)
	add := func(file string) {
		m, err := ws.module(ctx, filepath.Dir(file))
		if err != nil || m.skipped(file) != "" {
			return
		}
		if dirs[m] == nil {
			dirs[m] = make(map[string]bool)
		}
		dirs[m][filepath.Dir(file)] = true
	}
	labelled := make(map[string]bool)
	for _, p := range r.analysed() {
		add(r.path(p))
		labelled[filepath.Dir(r.path(p))] = true
		if p.Form != "retrier" || p.Flags[nojitter] != yes {
			continue
		}
		spans, err := ws.retrier(ctx, r.path(p), p.Line)
		if err != nil {
			r.problems = append(r.problems, fmt.Errorf("the retrier behind %s: %w", p.ID, err))
		}
		r.retriers[p.ID] = spans
		for _, span := range spans {
			add(span.file)
		}
	}
	for _, m := range ws.sorted() {
		if len(dirs[m]) == 0 {
			continue
		}
		out, err := s.run(ctx, m, slices.Collect(maps.Keys(dirs[m])))
		if err != nil {
			r.problems = append(r.problems, fmt.Errorf("the tool failed in %s: %w", m.dir, err))
		}
		r.sites = append(r.sites, out.sites...)
		for _, f := range out.findings {
			if labelled[filepath.Dir(f.file)] {
				r.findings = append(r.findings, f)
			} else {
				r.helping = append(r.helping, f)
			}
		}
	}
	return r
}

// load reads the labelled packages, module by module.
func (r *repository) load(ctx context.Context, ws *workspace) {
	dirs := make(map[*module][]string)
	for _, p := range r.analysed() {
		dir := filepath.Dir(r.path(p))
		m, err := ws.module(ctx, dir)
		if err != nil {
			p.skipped = err.Error()
			continue
		}
		dirs[m] = append(dirs[m], dir)
	}
	for _, m := range ws.sorted() {
		if err := m.load(ctx, dirs[m]); err != nil {
			r.problems = append(r.problems, fmt.Errorf("%s: %w", m.dir, err))
		}
	}
	for _, p := range r.analysed() {
		if m, err := ws.module(ctx, filepath.Dir(r.path(p))); err == nil {
			p.skipped = m.skipped(r.path(p))
		}
	}
}

// locate finds the lines of each label.
func (r *repository) locate() {
	files := make(map[string]*sourceFile)
	for _, p := range r.analysed() {
		name := r.path(p)
		if files[name] == nil {
			file, err := parseFile(name)
			if err != nil {
				p.skipped = err.Error()
				continue
			}
			files[name] = file
		}
		extent, err := files[name].extent(p.Form, p.Line)
		if err != nil {
			p.skipped = err.Error()
		}
		p.lines = extent
	}
}

func (r *repository) path(p *place) string {
	return filepath.Join(r.checkout, filepath.FromSlash(p.File))
}

// relative names a file as labels do.
func (r *repository) relative(file string) string {
	rel, err := filepath.Rel(r.checkout, file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(rel)
}

func (r *repository) analysed() []*place {
	var places []*place
	for _, p := range r.places {
		if p.skipped == "" {
			places = append(places, p)
		}
	}
	return places
}

// readAll reads repositories, jobs at a time, in the order of their names.
func readAll(ctx context.Context, s settings, labels []*label, jobs int, done func(*repository)) []*repository {
	byName := make(map[string][]*label)
	for _, l := range labels {
		byName[l.Repo] = append(byName[l.Repo], l)
	}
	names := slices.Sorted(maps.Keys(byName))
	repositories := make([]*repository, len(names))
	slots := make(chan struct{}, jobs)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for i, name := range names {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			r := readRepository(ctx, s, name, byName[name])
			mu.Lock()
			defer mu.Unlock()
			repositories[i] = r
			done(r)
		})
	}
	wg.Wait()
	return repositories
}
