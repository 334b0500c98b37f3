package model

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/record"
)

// Record returns what a record of a rule about a site carries; confidence is what
// the site's remoteness allows. Position, message and fingerprint are left to the
// rule.
func (r *Result) Record(s *Site, rule string) record.Record {
	rec := record.Record{
		Rule:        rule,
		Confidence:  confidence(s),
		Declaration: s.Loop.Declaration,
		Construct:   string(s.Construct),
		Site:        s.Construct.IsSite(),
		Why:         s.Why,
		Operation: record.Operation{
			ID: s.Op.ID, Text: s.Op.Text, Position: r.source.at(s.Op.Pos), Remote: s.Op.Remote.String(), Via: r.source.via(&s.Op),
		},
		Attempts: record.Attempts{Kind: string(s.Attempts.Kind), N: s.Attempts.N, Text: s.Attempts.Text, From: r.source.bound(s)},
	}
	for i := range s.Paths {
		p := &s.Paths[i]
		rec.Paths = append(rec.Paths, record.Path{
			Conditions: r.source.conditions(p.Conditions), Wait: r.source.wait(p), Changes: p.Changes,
		})
	}
	if d := s.Decision; d != nil {
		rec.Answers = record.Answers{Again: d.Again.List(), Stops: d.Stops.List(), Exact: d.Exact, Call: d.Call}
	}
	if len(rec.Paths) == 1 {
		rec.Wait = rec.Paths[0].Wait
	}
	return rec
}

// via returns the functions through which an operation reaches another process.
func (s *source) via(op *Operation) []string {
	if op.Via == "" || op.Via == op.ID || op.Via == op.Text {
		return nil
	}
	return append([]string{op.Via}, s.reach.Through(op.Via)...)
}

// bound says what ends a site, or why that is not known.
func (s *source) bound(site *Site) []record.Evidence {
	a := &site.Attempts
	var from []record.Evidence
	switch {
	case a.Kind == Unbounded:
		from = append(from, record.Evidence{
			Position: s.at(site.Loop.From),
			Text:     "on the way from a failure to the next attempt no count and no clock ends the loop",
		})
	case a.Why != "":
		from = append(from, record.Evidence{Text: a.Why})
	case a.Exit.Known:
		from = append(from, s.exit(site)...)
	}
	if a.Origin != "" {
		from = append(from, record.Evidence{Text: fmt.Sprintf("%s is %s", a.Hole, a.Origin)})
	}
	return from
}

// exit names the branch on which a loop ends.
func (s *source) exit(site *Site) []record.Evidence {
	exit := site.Attempts.Exit
	if x := s.expr(exit.Pos); x != nil {
		text := fmt.Sprintf("the loop ends when %s is %t", quoted(s.text(exit.Pos)), exit.Taken)
		return []record.Evidence{{
			Position: s.at(exit.Pos), Text: strings.Join(append([]string{text}, s.constants(x)...), ", "),
		}}
	}
	if stmt, ok := site.Loop.Node.(*ast.RangeStmt); ok && !exit.Pos.IsValid() {
		return []record.Evidence{{
			Position: s.at(stmt.Range),
			Text:     strings.Join(append([]string{"the loop ends with " + quoted("range "+types.ExprString(stmt.X))}, s.constants(stmt.X)...), ", "),
		}}
	}
	return nil
}

// conditions returns what is assumed on a way, as the source writes it where it
// stands in this package.
func (s *source) conditions(conds []exec.Cond) []record.Evidence {
	var evidence []record.Evidence
	for _, c := range conds {
		text, holds := s.text(c.Pos), c.Taken
		if text == "" {
			text, holds = c.Term.String(), c.Holds
		}
		if !holds {
			text = "not: " + text
		}
		evidence = append(evidence, record.Evidence{Position: s.at(c.Pos), Text: text})
	}
	return evidence
}

// wait returns the wait on a path with the places where it is waited.
func (s *source) wait(p *Path) record.Wait {
	w := record.Wait{Kind: string(p.Wait.Kind), Text: p.Wait.Text}
	for _, pause := range p.Pauses {
		e := record.Evidence{Position: s.at(pause.Pos), Text: s.text(pause.Pos)}
		switch {
		case pause.Dur == nil:
			e.Text = "something else than time is waited for"
		case foreign(pause.Dur) == UnknownWait:
			e.Text = strings.TrimPrefix(e.Text+": ", ": ") + "how long is decided by " + pause.Dur.String()
		case e.Text == "":
			e.Text = "in a function of another package"
		}
		w.From = append(w.From, e)
	}
	if w.Kind == string(UnknownWait) && len(p.Pauses) == 0 {
		w.From = []record.Evidence{{Text: "the attempt, or a call between two attempts, may wait"}}
	}
	return w
}

// confidence returns how sure a finding is, given how sure it is that another process
// is asked, and asked for something.
func confidence(s *Site) record.Confidence {
	if s.Probe {
		return record.Low
	}
	return s.Op.confidence()
}

// confidence returns how sure it is that an operation reaches another process.
func (op *Operation) confidence() record.Confidence {
	switch op.Remote {
	case reach.Child:
		return record.Low
	case reach.Probable:
		return record.Medium
	}
	return record.High
}
