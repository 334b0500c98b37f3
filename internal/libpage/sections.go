package libpage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/catalog"
)

// page collects the sections of a library.
type page struct {
	lib      *catalog.Library
	sections []section
}

func sections(l *catalog.Library) []section {
	p := &page{lib: l}
	var items []item
	for i := range l.Clients {
		items = append(items, p.client(&l.Clients[i])...)
	}
	p.add("Clients", items)
	p.add("Retriers", each(l.Retriers, p.retrier))
	p.add("Settings", each(l.Settings, p.setting))
	p.add("Backoffs", each(l.Backoffs, p.backoff))
	p.add("Policies", each(l.Policies, func(x *catalog.Policy) item {
		return p.item(x.Symbols, x.Fact, p.decision(x.Decision))
	}))
	p.add("Marks", each(l.Marks, func(x *catalog.Mark) item {
		return p.item(x.Symbols, x.Fact, "marks an error as "+string(x.Means), when(x.Wait, "and gives the next wait"))
	}))
	p.add("Errors", each(l.Errors, func(x *catalog.ErrorClass) item {
		holds := "holds the " + string(x.Carries)
		if x.Carries == catalog.CarriesNothing {
			holds = "holds nothing of the answer"
		}
		return p.item(x.Symbols, x.Fact, holds, prefixed("in ", x.Field), when(x.Final, "will be the same the next time"))
	}))
	p.add("Breakers, budgets and limiters", each(l.Guards, func(x *catalog.Guard) item {
		return p.item(x.Symbols, x.Fact, string(x.Kind))
	}))
	p.add("Where retries are lost", each(l.Strippers, func(x *catalog.Stripper) item {
		how := "what is read there is a " + string(x.Gives)
		if x.By == catalog.ByWriting {
			how = "what is written there takes the place of it"
		}
		return p.item(x.Symbols, x.Fact, "loses the retries of "+x.Client, how)
	}))
	return p.sections
}

func each[T any](entries []T, f func(*T) item) []item {
	items := make([]item, len(entries))
	for i := range entries {
		items[i] = f(&entries[i])
	}
	return items
}

func (p *page) add(title string, items []item) {
	if len(items) > 0 {
		p.sections = append(p.sections, section{title, items})
	}
}

// item returns an entry with its details, without those that say nothing, and its note.
func (p *page) item(symbols []catalog.Symbol, fact catalog.Fact, details ...string) item {
	details = append(details, fact.Note)
	details = slices.DeleteFunc(details, func(s string) bool { return s == "" })
	return item{head: p.names(symbols), details: details, fact: fact}
}

// names returns symbols with the names of packages that the file has for them.
func (p *page) names(symbols []catalog.Symbol) string {
	names := make([]string, len(symbols))
	for i, s := range symbols {
		names[i] = p.name(s)
	}
	return strings.Join(names, ", ")
}

func (p *page) name(s catalog.Symbol) string {
	var best string
	for name, path := range p.lib.Imports {
		if path == s.Path && (best == "" || name < best) {
			best = name
		}
	}
	return best + "." + s.Name
}

// client returns what is known of a client and of its calls, the client first.
func (p *page) client(c *catalog.Client) []item {
	details := []string{
		p.attempts(p.lib.ClientAttempts(c), c.Attempts, c.Settings),
		p.decision(c.Decision),
		wait(c.Wait),
		retryAfter(c.RetryAfter),
		prefixed("budget: ", c.Budget),
		prefixed("off: ", strings.Join(c.Off, " or ")),
	}
	for _, s := range c.Sometimes {
		details = append(details, fmt.Sprintf("%s if %s", count(s.Attempts), s.When)+prefixed(": ", s.Note))
	}
	for _, made := range c.Constructors {
		text := "made by " + p.names(made.Symbols)
		if made.As != "" {
			text += " as a " + string(made.As)
		}
		if !made.Attempts.IsZero() {
			text += ", " + count(made.Attempts)
		}
		details = append(details, text+prefixed(": ", made.Note))
	}
	first := p.item(nil, c.Fact, details...)
	first.head = c.Name
	items := []item{first}
	for i := range c.Calls {
		calls := &c.Calls[i]
		items = append(items, p.item(calls.Symbols, calls.Fact,
			prefixed("operation: ", calls.Operation),
			prefixed("those that take a ", string(calls.Takes)),
			count(calls.Attempts),
			p.decision(calls.Decision),
			when(calls.Fixed, "nothing sets it"),
		))
	}
	return items
}

func (p *page) retrier(r *catalog.Retrier) item {
	kind := ""
	switch {
	case r.Poll:
		kind = "a poll: an error of the callback ends it"
	case r.Periodic:
		kind = "runs the callback whether it fails or not"
	case r.Optimistic:
		kind = "optimistic concurrency: runs again what lost a race"
	case r.Callback == catalog.None:
		kind = "a condition for the caller's loop"
	}
	return p.item(r.Symbols, r.Fact,
		kind,
		p.attempts(p.lib.RetrierAttempts(r), r.Attempts, r.Settings),
		p.decision(r.Decision),
		wait(r.Wait),
		when(r.Context, "ends with the context"),
	)
}

// attempts returns the attempts by default with the setting that they come from.
func (p *page) attempts(b, own catalog.Bound, settings []catalog.Symbol) string {
	if !own.IsZero() {
		return count(b)
	}
	for _, symbol := range settings {
		if s := p.lib.Setting(symbol); s != nil && !s.ByDefault().IsZero() {
			return fmt.Sprintf("%s (%s is %s)", count(b), p.name(symbol), s.Default)
		}
	}
	return count(b)
}

// count returns attempts in words, "" if nothing is said.
func count(b catalog.Bound) string {
	switch b.Kind {
	case "":
		return ""
	case catalog.Counted:
		if b.N == 1 {
			return "1 attempt"
		}
		return fmt.Sprintf("%d attempts", b.N)
	case catalog.Unlimited:
		return "attempts without limit"
	case catalog.UntilDeadline:
		return "attempts until the context ends"
	case catalog.UnknownBound:
		return "attempts as configured"
	}
	return "attempts " + b.String()
}

func (p *page) setting(s *catalog.Setting) item {
	details := []string{"sets " + string(s.Sets)}
	if s.Sets == catalog.SetsNothing {
		details[0] = "hands on what it is given"
	}
	if s.Counts != "" {
		details[0] = "counts " + string(s.Counts)
		if s.Zero != "" {
			details = append(details, "0: "+string(s.Zero))
		}
		if s.Negative != "" {
			details = append(details, "negative: "+string(s.Negative))
		}
	}
	if !s.Attempts.IsZero() {
		details = append(details, count(s.Attempts)+prefixed(" if it is ", s.When))
	}
	details = append(details, prefixed("default: ", s.Default), wait(s.Wait), p.decision(s.Decision))
	return p.item(s.Symbols, s.Fact, details...)
}

func (p *page) backoff(b *catalog.Backoff) item {
	return p.item(b.Symbols, b.Fact, wait(b.Wait), count(b.Attempts))
}

// decision returns which failures are tried again, "" if nothing is said.
func (p *page) decision(d catalog.Decision) string {
	var parts []string
	if len(d.Statuses) > 0 {
		parts = append(parts, "statuses "+join(d.Statuses))
	}
	if len(d.Codes) > 0 {
		parts = append(parts, "codes "+join(d.Codes))
	}
	if len(d.Errors) > 0 {
		parts = append(parts, "errors: "+join(d.Errors))
	}
	switch d.Methods {
	case catalog.AllMethods:
		parts = append(parts, "writes too")
	case catalog.IdempotentMethods:
		parts = append(parts, "idempotent requests only")
	case catalog.ReadMethods:
		parts = append(parts, "reads only")
	}
	if d.By != catalog.None {
		parts = append(parts, "an argument decides")
	}
	if d.Note != "" {
		parts = append(parts, d.Note)
	}
	if len(parts) == 0 {
		return ""
	}
	return "tries again: " + strings.Join(parts, ", ")
}

func join[T any](list []T) string {
	words := make([]string, len(list))
	for i, x := range list {
		words[i] = fmt.Sprint(x)
	}
	return strings.Join(words, ", ")
}

// wait returns the wait in words, "" if nothing is said.
func wait(w catalog.Wait) string {
	if w.IsZero() {
		return ""
	}
	var text string
	switch w.Kind {
	case catalog.NoWait:
		return "no wait"
	case catalog.ConstantWait:
		text = "a constant wait"
	case catalog.GrowingWait:
		text = "a wait that grows"
	case catalog.ListedWait:
		text = "waits of a list"
	case catalog.GivenWait:
		text = "a wait that is given"
	case catalog.RandomWait:
		text = "a random wait"
	default:
		text = "a wait"
	}
	if w.Base > 0 {
		text += " from " + w.Base.String()
		if w.Kind == catalog.ConstantWait {
			text = "a constant wait of " + w.Base.String()
		}
	}
	if w.Factor > 0 {
		text += fmt.Sprintf(", times %g", w.Factor)
	}
	switch {
	case w.Cap > 0:
		text += ", up to " + w.Cap.String()
	case w.Uncapped:
		text += ", without a cap"
	}
	switch w.Jitter {
	case catalog.NoJitter:
		text += ", no jitter"
	case catalog.SomeJitter:
		text += ", some jitter"
	case catalog.FullJitter:
		text += ", full jitter"
	case catalog.SetJitter:
		text += ", jitter only if it is set"
	}
	return text
}

func retryAfter(r catalog.RetryAfter) string {
	if !r.Obeyed {
		return prefixed("Retry-After: ", r.Note)
	}
	text := "obeys Retry-After"
	if len(r.Statuses) > 0 {
		text += " of " + join(r.Statuses)
	}
	if r.Cap > 0 && !r.Stops {
		text += " up to " + r.Cap.String()
	}
	return text + prefixed(", ", r.Note)
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

func when(is bool, text string) string {
	if is {
		return text
	}
	return ""
}
