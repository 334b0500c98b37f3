package nestedretry

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/attempts"
	"github.com/retrylint/retrylint/internal/chain"
	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/rulepage"
	"github.com/retrylint/retrylint/internal/settings"
)

//go:embed doc.go
var page string

const name = "nestedretry"

// Analyzer reports retry sites that multiply along a call path.
var Analyzer = &analysis.Analyzer{
	Name:     name,
	Doc:      rulepage.Doc(page, name),
	Requires: []*analysis.Analyzer{settings.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	cfg := pass.ResultOf[settings.Analyzer].(*settings.Settings)
	sites := pass.ResultOf[model.Analyzer].(*model.Result)
	common := int64(cfg.File.AttemptsLimit())
	entries := entriesOf(pass, cfg.File)
	var ordinals record.Ordinals
	found := func(rec record.Record, c *model.Chain, e *entry) {
		rec.Ignored = c.Ignored()
		rec.Message = message(c)
		if e != nil {
			rec.Message += fmt.Sprintf("; the limit of %s is %d", chain.Short(e.fn.FullName()), e.limit)
		}
		rec.Fingerprint = ordinals.Fingerprint(name, pass.Pkg.Path(), rec.Declaration, rec.Operation.ID)
		report.Finding(pass, cfg, c, rec)
	}
	for i := range sites.Chains {
		c := &sites.Chains[i]
		if !c.Multiplies() || sites.IsDouble(c) {
			continue
		}
		e := at(entries, c)
		switch {
		case e == nil && c.Count.Exceeds(common) && !c.Before.Exceeds(common):
			found(sites.ChainRecord(c, name), c, nil)
		case e != nil && c.Bound().Exceeds(e.limit) && !c.Before.Exceeds(e.limit):
			found(sites.ChainRecord(c, name), c, e)
			e.found = true
		}
	}
	// A function with a limit is held to it also where it repeats nothing itself, and where
	// only one site does.
	for i := range entries {
		e := &entries[i]
		if c, ok := sites.Entry(e.fn, e.declaration); ok && !e.found && c.Bound().Exceeds(e.limit) {
			rec := sites.ChainRecord(&c, name)
			rec.Construct = string(model.Entry)
			found(rec, &c, e)
		}
	}
	return nil, nil
}

// entry is a function with a limit of its own.
type entry struct {
	fn          *types.Func
	decl        *ast.FuncDecl
	declaration string
	limit       int64
	// found says that a finding within it speaks of the limit.
	found bool
}

// entriesOf returns the functions of a package that have a limit of their own.
func entriesOf(pass *analysis.Pass, file *settings.File) []entry {
	if len(file.Limits) == 0 {
		return nil
	}
	var entries []entry
	for _, f := range pass.Files {
		for _, decl := range f.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			fn, ok := pass.TypesInfo.Defs[d.Name].(*types.Func)
			if !ok {
				continue
			}
			if limit, ok := file.LimitOf(fn); ok {
				entries = append(entries, entry{fn: fn, decl: d, declaration: model.Declaration(fn), limit: int64(limit)})
			}
		}
	}
	return entries
}

// at returns the entry in which a chain begins, nil if there is none.
func at(entries []entry, c *model.Chain) *entry {
	for i := range entries {
		if e := &entries[i]; e.decl.Pos() <= c.Pos() && c.Pos() < e.decl.End() {
			return e
		}
	}
	return nil
}

func message(c *model.Chain) string {
	var b strings.Builder
	switch bound := c.Bound(); {
	case bound.IsEndless():
		fmt.Fprintf(&b, "attempts of %s without limit", c.Op)
	case bound.IsOpen() && bound.N() < c.Count.N():
		// Whether they multiply depends on errors that are not known.
		fmt.Fprintf(&b, "%d attempts of %s, if each layer repeats what the next gives up on,", c.Count.N(), c.Op)
	case bound.IsOpen():
		fmt.Fprintf(&b, "at least %d attempts of %s", bound.N(), c.Op)
	default:
		fmt.Fprintf(&b, "up to %d attempts of %s", bound.N(), c.Op)
	}
	if c.Callers {
		b.WriteString(" for one request: ")
	} else {
		b.WriteString(" for one call: ")
	}
	for i, l := range c.Links {
		if i > 0 {
			b.WriteString(" → ")
		}
		b.WriteString(link(&l, i == 0 && (c.Site != nil || c.Told)))
	}
	if c.Sites() > 1 {
		b.WriteString("; when it fails, each layer multiplies its load")
	}
	switch {
	case c.Sites() < 2:
	case c.Callers:
		fmt.Fprintf(&b, "; retry in one layer: without the retries of the callers it is %s", c.Without())
	case c.Site != nil, c.Told:
		fmt.Fprintf(&b, "; retry in one layer: without the retries here it is %s", c.Without())
	default:
		b.WriteString("; retry in one layer")
	}
	return b.String()
}

// link returns a retry site as messages print it: its function, its attempts and, unless
// the finding itself stands there, its place; with where its number comes from if that is
// not the code there.
func link(l *chain.Link, here bool) string {
	var about []string
	if !here && l.Site.Library == "" {
		about = append(about, fmt.Sprintf("%s:%d", l.Site.File, l.Site.Line))
	}
	if l.Site.Origin != "" {
		about = append(about, l.Site.Origin)
	}
	text := l.Name() + " " + times(l)
	if len(about) > 0 {
		text += " (" + strings.Join(about, ", ") + ")"
	}
	return text
}

func times(l *chain.Link) string {
	switch {
	case l.Count.IsEndless():
		return "without limit"
	case l.Formula != "":
		return l.Formula + "×"
	case l.Count == attempts.Unknown():
		return "an unknown number of times"
	case l.Assumed:
		return fmt.Sprintf("%d× by default", l.Count.N())
	}
	return fmt.Sprintf("%d×", l.Count.N())
}
