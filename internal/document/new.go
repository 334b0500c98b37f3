package document

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/record"
)

// Places knows where files and packages lie.
type Places struct {
	root    string
	dirs    map[string]string
	sources sources
}

// NewPlaces returns the places in a repository, given its root. The findings are all of a
// run, shown or not: they tell in which directories packages lie.
func NewPlaces(root string, findings []finding.Finding) *Places {
	p := &Places{root: root, dirs: make(map[string]string), sources: make(sources)}
	for i := range findings {
		r := &findings[i].Record
		if _, ok := p.dirs[r.Package]; !ok && r.Position.IsValid() {
			p.dirs[r.Package] = filepath.Dir(r.Position.File)
		}
	}
	return p
}

// New returns the document of some findings.
func (p *Places) New(tool string, findings []finding.Finding, complete bool) *Document {
	d := &Document{Tool: tool, Complete: complete}
	for i := range findings {
		d.Findings = append(d.Findings, p.finding(&findings[i]))
	}
	return d
}

func (p *Places) finding(in *finding.Finding) Finding {
	r := &in.Record
	return Finding{
		origin: in,
		Rule:   r.Rule, Confidence: r.Confidence, Message: r.Message,
		At:      p.span(r.Position, r.End),
		Source:  p.sources.file(r.Position.File).shown(r.Position.Line),
		Package: r.Package, Declaration: r.Declaration, Construct: r.Construct,
		Operation: r.Operation.ID, Call: r.Operation.Text, Remote: r.Operation.Remote,
		Attempts: attempts(r.Attempts), Wait: Wait{Kind: r.Wait.Kind, Text: r.Wait.Text},
		Answers: r.Answers.Again, Chain: p.Chain(r.Chain),
		Related: p.related(r), Fixes: p.fixes(in.Diagnostic.SuggestedFixes),
		Fingerprint: r.Fingerprint, Test: r.Test, Generated: r.Generated,
	}
}

// Chain returns a chain with its places.
func (p *Places) Chain(c *record.Chain) *Chain {
	if c == nil {
		return nil
	}
	out := &Chain{Operation: c.Operation, Product: attempts(c.Product)}
	for _, l := range c.Links {
		link := Link{Function: l.Function, Name: l.Name, Attempts: attempts(l.Attempts), Library: l.Library, Origin: l.Origin}
		if l.Position.IsValid() {
			at := l.Position
			if dir, ok := p.dirs[l.Package]; ok {
				at.File = filepath.Join(dir, at.File)
				link.Known = true
			}
			link.At = p.span(at, record.Position{})
		}
		out.Links = append(out.Links, link)
	}
	return out
}

// related returns the places that a record names as its reasons, each once.
func (p *Places) related(r *record.Record) []Related {
	var all []Related
	seen := make(map[record.Evidence]bool)
	add := func(e record.Evidence, prefix string) {
		if !e.Position.IsValid() || seen[e] {
			return
		}
		seen[e] = true
		all = append(all, Related{At: p.span(e.Position, record.Position{}), Message: prefix + e.Text})
	}
	add(record.Evidence{Position: r.Operation.Position, Text: r.Operation.Text}, "the call that is repeated: ")
	for _, e := range r.Attempts.From {
		add(e, "")
	}
	for _, path := range r.Paths {
		for _, e := range path.Wait.From {
			add(e, "waits: ")
		}
	}
	return all
}

// fixes returns fixes whose places are known.
func (p *Places) fixes(in []finding.SuggestedFix) []Fix {
	var all []Fix
	for _, fix := range in {
		out := Fix{Message: fix.Message}
		for _, e := range fix.Edits {
			source := p.sources.file(e.Filename)
			start, ok := source.at(e.Start)
			end, ok2 := source.at(e.End)
			if !ok || !ok2 || e.End < e.Start {
				out.Edits = nil
				break
			}
			out.Edits = append(out.Edits, Edit{At: Span{File: p.File(e.Filename), Start: start, End: end}, New: e.New})
		}
		if len(out.Edits) > 0 {
			all = append(all, out)
		}
	}
	return all
}

func (p *Places) span(from, to record.Position) Span {
	source := p.sources.file(from.File)
	s := Span{File: p.File(from.File), Start: source.point(from.Line, from.Column)}
	if to.IsValid() && to.File == from.File && to.Compare(from) >= 0 {
		s.End = source.point(to.Line, to.Column)
	}
	return s
}

// File returns the name of a file, given its absolute path.
func (p *Places) File(name string) string {
	rel, err := filepath.Rel(p.root, name)
	if err != nil || !filepath.IsAbs(name) || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return path.Clean(filepath.ToSlash(name))
	}
	return filepath.ToSlash(rel)
}

func attempts(a record.Attempts) Attempts { return Attempts{Kind: a.Kind, N: a.N, Text: a.Text} }
