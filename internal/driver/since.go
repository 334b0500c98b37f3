package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/limits"
	"github.com/retrylint/retrylint/internal/output"
	"github.com/retrylint/retrylint/internal/since"
	"github.com/retrylint/retrylint/internal/survey"
)

// revision is what was found in an older revision.
type revision struct {
	since.Base
	// root is where it lay, modules are those in it with their settings.
	root    string
	modules []moduleSettings
	// functions are those with their attempts, by module.
	functions map[string]limits.Functions
}

// base returns what was found in the revision that the options name. With incomplete, some of
// its packages could not be analysed, and what is in them counts as new.
func (c *command) base(ctx context.Context, o *options, dir string, patterns []string) (base *revision, incomplete, err error) {
	tree, err := since.Checkout(ctx, dir, c.env, o.since)
	if revision, ok := errors.AsType[*since.RevisionError](err); ok {
		return nil, nil, usagef("-since: %v", revision)
	} else if err != nil {
		return nil, nil, err
	}
	defer func() {
		if closeErr := tree.Close(); closeErr != nil {
			err = errors.Join(err, fmt.Errorf("removing the temporary tree: %w", closeErr))
		}
	}()
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	var there []string
	for _, p := range patterns {
		if tree.Has(p) {
			there = append(there, p)
		}
	}
	base = &revision{root: tree.Root}
	if len(there) == 0 || above(tree.Dir, "go.mod") == "" && above(tree.Dir, "go.work") == "" {
		// All that there is has been added.
		return base, nil, nil
	}
	old := *c
	old.env = tree.Env
	var messages bytes.Buffer
	old.stderr = &messages
	defer func() {
		if messages.Len() > 0 {
			fmt.Fprintf(c.stderr, "retrylint: of %s:\n%s", output.Escape(o.since), messages.Bytes())
		}
	}()
	at := *o
	at.rules = ""
	at.dir = tree.Dir
	r, err := old.inspect(ctx, &at, there)
	if err != nil {
		return nil, nil, fmt.Errorf("analysing %s: %w", o.since, err)
	}
	var findings, sites []finding.Finding
	base.Silenced = make(map[string]bool)
	for _, f := range r.result.Findings {
		switch {
		case f.Record.Rule == survey.Name && f.Record.Site, isEntry(&f.Record):
			sites = append(sites, f)
		case f.Record.Rule == survey.Name || f.Record.Rule == survey.Chains:
		case f.Record.Ignored != nil:
			base.Silenced[f.Record.Fingerprint] = true
		default:
			findings = append(findings, f)
		}
	}
	base.modules, base.functions = r.modules, r.functions()
	base.Findings = r.places.New("", findings, true).Findings
	base.Sites = r.places.New("", sites, true).Findings
	if !r.complete() {
		incomplete = fmt.Errorf("%s could not be analysed in full; what is found in those packages counts as new", o.since)
	}
	return base, incomplete, nil
}
