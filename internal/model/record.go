package model

import (
	"go/token"

	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/record"
)

// Record returns what a finding of a rule about this site carries; confidence is
// what the site's remoteness allows.
func (s *Site) Record(fset *token.FileSet, rule string) record.Record {
	rec := record.Record{
		Rule:        rule,
		Confidence:  record.High,
		Declaration: s.Loop.Declaration,
		Construct:   string(s.Construct),
		Operation:   record.Operation{ID: s.Op.ID, Text: s.Op.Text, Remote: s.Op.Remote.String()},
		Attempts:    record.Attempts{Kind: string(s.Attempts.Kind), N: s.Attempts.N, Text: s.Attempts.Text},
		Evidence:    []record.Evidence{{Position: record.At(fset, s.Op.Pos), Text: s.Why}},
	}
	switch s.Op.Remote {
	case reach.Probable:
		rec.Confidence = record.Medium
	case reach.Child:
		rec.Confidence = record.Low
	}
	if s.Op.Via != "" && s.Op.Via != s.Op.ID {
		rec.Evidence = append(rec.Evidence, record.Evidence{
			Position: record.At(fset, s.Op.Pos), Text: s.Op.Remote.String() + " through " + s.Op.Via,
		})
	}
	for _, p := range s.Paths {
		rec.Paths = append(rec.Paths, record.Path{Conditions: conditions(fset, p.Conditions), Wait: p.Wait.record()})
	}
	return rec
}

func conditions(fset *token.FileSet, conds []exec.Cond) []record.Evidence {
	var evidence []record.Evidence
	for _, c := range conds {
		text := c.Term.String()
		if !c.Holds {
			text = "not: " + text
		}
		evidence = append(evidence, record.Evidence{Position: record.At(fset, c.Pos), Text: text})
	}
	return evidence
}

func (w Wait) record() record.Wait {
	return record.Wait{Kind: string(w.Kind), Text: w.Text}
}
