// Package report turns the record of a finding into a diagnostic.
package report

import (
	"encoding/json"
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/settings"
)

// Finding reports rec at rng. It fills the fields of the record that follow
// from the place: Package, Position, End, Test and Generated; the rule fills the
// others.
//
// Findings that the settings leave out are dropped, unless the settings ask for
// records: then all are reported, and the last related entry of each diagnostic
// holds the record as JSON. That entry is the only way a record travels, so
// that no driver needs to read a message.
func Finding(pass *analysis.Pass, s *settings.Settings, rng analysis.Range, rec record.Record, fixes ...analysis.SuggestedFix) {
	rec.Package = pass.Pkg.Path()
	rec.Position = Position(pass.Fset, rng.Pos())
	rec.End = Position(pass.Fset, rng.End())
	rec.Test = strings.HasSuffix(pass.Fset.PositionFor(rng.Pos(), false).Filename, "_test.go")
	rec.Generated = generated(pass, rng.Pos())

	d := analysis.Diagnostic{
		Pos:            rng.Pos(),
		End:            rng.End(),
		Message:        rec.Message,
		SuggestedFixes: fixes,
	}
	if s.Records {
		// A record that cannot be encoded is missed by the driver, which then says
		// so; a rule has nobody to tell.
		if data, err := json.Marshal(rec); err == nil {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: d.Pos, End: d.End, Message: string(data)})
		}
		pass.Report(d)
		return
	}
	if rec.Shown(s.Tests, s.Generated, s.Low) {
		pass.Report(d)
	}
}

// Position returns the place of pos as records hold it.
func Position(fset *token.FileSet, pos token.Pos) record.Position {
	p := fset.Position(pos)
	return record.Position{File: p.Filename, Line: p.Line, Column: p.Column}
}

func generated(pass *analysis.Pass, pos token.Pos) bool {
	for _, file := range pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			return ast.IsGenerated(file)
		}
	}
	return false
}
