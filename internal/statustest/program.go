// Package statustest holds what the tool says of decisions against what happens: it makes
// programs that ask again depending on what was answered, which tests run against a server
// that gives each answer and counts.
//
// It knows nothing of the analysis.
package statustest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// Program is a function Do that sends a request, and depending on the answer sends it
// again.
type Program struct {
	Name string
	// Mistake is what was changed in the decision of another program, if this is one with
	// a mistake.
	Mistake string

	// original is the name of that program.
	original string
	in       *Protocol
	// shape is the loop, way how the answer gets to the decision, place where the decision
	// stands.
	shape, way, place string
	// success is the condition on an answer with which there is nothing to decide.
	success string
	dec     decision
	// elsewhere says that the request is sent in a package of its own, pause that it is
	// waited between attempts.
	elsewhere, pause bool
}

// String returns a program in short.
func (p Program) String() string {
	text := fmt.Sprintf("%s: %s, %s, %s, %s", p.Name, p.shape, p.way, p.place, p.dec.form)
	if p.elsewhere {
		text += ", sent elsewhere"
	}
	if p.Mistake != "" {
		text += ", with " + p.Mistake
	}
	return text
}

// Protocol is how requests are sent, and what answers to them there are.
type Protocol struct {
	domain
	// params are the parameters of Do, args the arguments for them.
	params, args string
	ways         map[string]way
	// successes are conditions with which an answer is a success.
	successes []string
	imports   map[string]string
	// answer is what claims call an answer.
	answer func(n int) string
	// main is the source of a program that runs others: the imports, a table of them, the
	// first and the last answer are put into it.
	main string
}

// way is how an answer gets to the decision. In its texts JUDGE(x) stands for the decision on
// a number x, SUCCESS(x) for the condition on one that is a success, FAIL for what is done
// without an answer, and SENT before the name of what may stand in another package.
type way struct {
	// call are the statements that get an answer, ok and again expressions after them.
	call, ok, again string
	// here are declarations beside the loop, sent those that may stand in another package.
	here, sent string
}

// shapes are the statements of Do, in which CALL, OK and AGAIN stand for what a way has.
var shapes = map[string]string{
	"leave": `	for range 3 {
		CALL
		if OK {
			return nil
		}
		if !(AGAIN) {
			return errFinal
		}
		PAUSE
	}
	return errTried`,
	"continue": `	for i := 0; i < 3; i++ {
		CALL
		if OK {
			return nil
		}
		if AGAIN {
			PAUSE
			continue
		}
		return errFinal
	}
	return errTried`,
	"joined": `	for range 2 {
		CALL
		if OK || !(AGAIN) {
			return nil
		}
		PAUSE
	}
	return errTried`,
	"break": `	for range 2 {
		CALL
		if !(OK) && AGAIN {
			PAUSE
			continue
		}
		break
	}
	return nil`,
	"counter": `	for tries := 1; ; tries++ {
		CALL
		if OK {
			return nil
		}
		if tries >= 3 || !(AGAIN) {
			return errTried
		}
		PAUSE
	}`,
	"flag": `	more := true
	for tries := 0; more && tries < 3; tries++ {
		CALL
		more = !(OK) && (AGAIN)
		PAUSE
	}
	return nil`,
	"done": `	done := false
	for tries := 0; !done && tries < 3; tries++ {
		CALL
		switch {
		case OK:
			done = true
		case AGAIN:
			PAUSE
		default:
			done = true
		}
	}
	return nil`,
	"goto": `	tries := 0
next:
	tries++
	{
		CALL
		if !(OK) && tries < 3 && (AGAIN) {
			PAUSE
			goto next
		}
	}
	return nil`,
	"labels": `tries:
	for range 3 {
		CALL
		switch {
		case OK:
			break tries
		case AGAIN:
			PAUSE
			continue tries
		}
		return errFinal
	}
	return nil`,
	"switch": `	for range 3 {
		CALL
		switch {
		case OK:
			return nil
		case !(AGAIN):
			return errFinal
		}
		PAUSE
	}
	return errTried`,
	"recursion": `	return attempt(ARGS, 3)
}

func attempt(PARAMS, left int) error {
	CALL
	if OK {
		return nil
	}
	if left > 1 && (AGAIN) {
		PAUSE
		return attempt(ARGS, left-1)
	}
	return errFinal`,
	"closure": `	attempt := func() (bool, error) {
		CALL
		if OK {
			return false, nil
		}
		return AGAIN, errFinal
	}
	var last error
	for range 3 {
		again, err := attempt()
		if !again {
			return err
		}
		last = err
		PAUSE
	}
	return last`,
	"function": `	for range 2 {
		again, err := attempt(ARGS)
		if err == nil || !again {
			return err
		}
		PAUSE
	}
	return errTried
}

func attempt(PARAMS) (bool, error) {
	CALL
	if OK {
		return false, nil
	}
	return AGAIN, errFinal`,
	"final error": `	var err error
	for range 2 {
		if err = attempt(ARGS); err == nil || errors.Is(err, errFinal) {
			return err
		}
		PAUSE
	}
	return err
}

func attempt(PARAMS) error {
	CALL
	switch {
	case OK:
		return nil
	case AGAIN:
		return errTried
	}
	return fmt.Errorf("attempt: %w", errFinal)`,
	"helper": `	return repeat(func() (bool, error) {
		CALL
		if OK {
			return false, nil
		}
		return AGAIN, errFinal
	})
}

func repeat(op func() (bool, error)) error {
	for range 2 {
		again, err := op()
		if !again {
			return err
		}
		PAUSE
	}
	return errTried`,
	"runner": `	return runner.Do(2, func() error {
		CALL
		if OK {
			return nil
		}
		if AGAIN {
			return errTried
		}
		return &runner.Final{Err: errFinal}
	})`,
	"judged by runner": `	return runner.While(2, func() (bool, error) {
		CALL
		if OK {
			return false, nil
		}
		return AGAIN, errTried
	})`,
}

// runner is the source of a package that runs what it is given again.
const runner = `package runner

import "errors"

type Final struct{ Err error }

func (f *Final) Error() string { return f.Err.Error() }

func (f *Final) Unwrap() error { return f.Err }

func Do(n int, op func() error) error {
	var err error
	for range n {
		if err = op(); err == nil {
			return nil
		}
		var final *Final
		if errors.As(err, &final) {
			return final.Err
		}
	}
	return err
}

func While(n int, op func() (again bool, err error)) error {
	for tries := 1; ; tries++ {
		again, err := op()
		if err == nil || !again || tries == n {
			return err
		}
	}
}
`

// places are where a decision stands: declarations around FUNC, its parameters and body, and the
// expression that calls it.
var places = map[string][2]string{
	"function":  {"func worth(code INT) bool {\nBODY\n}", "worth(ARG)"},
	"variable":  {"var worth = func(code INT) bool {\nBODY\n}", "worth(ARG)"},
	"method":    {"type policy struct{}\n\nfunc (*policy) worth(code INT) bool {\nBODY\n}", "(&policy{}).worth(ARG)"},
	"field":     {"type policy struct{ worth func(code INT) bool }\n\nvar standard = policy{worth: func(code INT) bool {\nBODY\n}}", "standard.worth(ARG)"},
	"made":      {"type policy struct{ worth func(code INT) bool }\n\nfunc newPolicy() *policy {\nreturn &policy{worth: func(code INT) bool {\nBODY\n}}\n}", "newPolicy().worth(ARG)"},
	"interface": {"type policy interface{ worth(code INT) bool }\n\ntype strict struct{}\n\nfunc (strict) worth(code INT) bool {\nBODY\n}", "(policy(strict{})).worth(ARG)"},
	"generic":   {"func worth[T ~UNDERLYING](given T) bool {\ncode := INT(given)\nBODY\n}", "worth(ARG)"},
	"two":       {"func worth(code INT) (ok, again bool) {\nagain = func() bool {\nBODY\n}()\nreturn true, again\n}\n\nfunc second(_, again bool) bool { return again }", "second(worth(ARG))"},
	"package":   {"func Worth(code INT) bool {\nBODY\n}", "judge.Worth(ARG)"},
	"elsewhere": {"type Policy struct{}\n\nfunc (Policy) Worth(code INT) bool {\nBODY\n}", "(judge.Policy{}).Worth(ARG)"},
}

// inline is the place of an expression that stands in the loop itself.
const inline = "inline"

// Source returns the files of a program by name, in a module of that name.
func (p Program) Source(module string) map[string]string {
	w := p.in.ways[p.way]
	prefix := ""
	if p.elsewhere {
		prefix = "client."
	}
	var body string
	if p.place != inline {
		body = p.dec.fill(forms[p.dec.form].body, &p.in.domain)
	}
	place := places[p.place]
	decls := p.dec.fill(forms[p.dec.form].decls+"\n\n"+place[0], &p.in.domain)
	decls = strings.ReplaceAll(decls, "BODY", body)

	put := func(text string) string {
		text = replaceCalls(text, "JUDGE", func(arg string) string {
			if p.place == inline {
				return "(" + p.dec.conds[0].text(&p.in.domain, arg) + ")"
			}
			return strings.ReplaceAll(place[1], "ARG", arg)
		})
		text = replaceCalls(text, "SUCCESS", func(arg string) string {
			return "(" + strings.ReplaceAll(p.success, "code", arg) + ")"
		})
		return strings.ReplaceAll(text, "INT", p.in.typ)
	}
	fail := "return err"
	if strings.Contains(shapes[p.shape], "(bool, error)") {
		fail = "return false, err"
	}
	pause := ""
	if p.pause {
		pause = "time.Sleep(time.Microsecond)"
	}
	shape := strings.NewReplacer("CALL", strings.ReplaceAll(w.call, "FAIL", fail), "OK", w.ok, "AGAIN", w.again, "PAUSE", pause).Replace(shapes[p.shape])
	here := put("var (\nerrFinal = errors.New(\"final\")\nerrTried = errors.New(\"tried\")\n)\n\nfunc Do(" + p.in.params + ") error {\n" + shape + "\n}\n" + w.here)
	here = strings.NewReplacer("PARAMS", p.in.params, "ARGS", p.in.args, "SENT", prefix).Replace(here)
	sent := put(strings.NewReplacer("PARAMS", p.in.params, "ARGS", p.in.args, "SENT", "").Replace(w.sent))

	files := make(map[string]string)
	path := module + "/" + p.Name
	switch {
	case p.place == inline:
	case strings.Contains(place[1], "judge."):
		files[p.Name+"/judge/judge.go"] = p.file("judge", path, decls)
	case strings.Contains(w.sent, "JUDGE"):
		sent += "\n" + decls
	default:
		here += "\n" + decls
	}
	if p.elsewhere {
		files[p.Name+"/client/client.go"] = p.file("client", path, sent)
	} else {
		here += "\n" + sent
	}
	if strings.Contains(here, "runner.") {
		files[p.Name+"/runner/runner.go"] = runner
	}
	files[p.Name+"/"+p.Name+".go"] = p.file(p.Name, path, here)
	return files
}

// file returns a file of a package with the imports that it needs.
func (p Program) file(name, path, code string) string {
	var imports []string
	for short, full := range p.in.imports {
		if strings.Contains(code, short+".") {
			imports = append(imports, fmt.Sprintf("%q", full))
		}
	}
	for _, own := range []string{"client", "judge", "runner"} {
		if own != name && strings.Contains(code, own+".") {
			imports = append(imports, fmt.Sprintf("%q", path+"/"+own))
		}
	}
	slices.Sort(imports)
	return "package " + name + "\n\nimport (\n" + strings.Join(imports, "\n") + "\n)\n\n" + code
}

// Main returns the source of a program that runs others: given the address of a server, it
// asks each of them to get every answer once.
func (in *Protocol) Main(module string, programs []Program) string {
	var imports, table strings.Builder
	for _, p := range programs {
		fmt.Fprintf(&imports, "\t%q\n", module+"/"+p.Name)
		fmt.Fprintf(&table, "\t%q: %s.Do,\n", p.Name, p.Name)
	}
	return fmt.Sprintf(in.main, &imports, &table, in.from, in.to)
}

// replaceCalls replaces the calls of a function in a text, given what is done with the
// argument.
func replaceCalls(text, name string, with func(arg string) string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, name+"(")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		open, i := 1, 0
		for ; open > 0; i++ {
			switch rest[i] {
			case '(':
				open++
			case ')':
				open--
			}
		}
		b.WriteString(with(rest[:i-1]))
		text = rest[i:]
	}
}

// Random returns n programs; the same for the same seed.
func (in *Protocol) Random(n int, seed uint64) []Program {
	rng := rand.New(rand.NewPCG(seed, seed))
	pick := func(names []string) string { return names[rng.IntN(len(names))] }
	programs := make([]Program, n)
	for i := range programs {
		p := Program{
			Name: fmt.Sprintf("p%03d", i), in: in,
			shape: pick(keys(shapes)), way: pick(keys(in.ways)), place: pick(keys(places)),
			success: pick(in.successes), dec: in.decision(rng), pause: rng.IntN(2) == 0,
		}
		p.elsewhere = in.ways[p.way].sent != "" && rng.IntN(2) == 0
		if p.dec.form == "expression" && rng.IntN(2) == 0 {
			p.place = inline
		}
		programs[i] = p
	}
	return programs
}

// WithMistakes returns programs that differ from others in one mistake each: for each of the
// others one, and of all kinds of mistakes as many as there are.
func WithMistakes(programs []Program) []Program {
	seen := make(map[string]int)
	var found []Program
	for _, p := range programs {
		var next *mistake
		for _, m := range p.dec.mistakes() {
			if next == nil || seen[m.name] < seen[next.name] {
				next = &m
			}
		}
		if next == nil {
			continue
		}
		seen[next.name]++
		p.Name, p.original, p.Mistake, p.dec = p.Name+"m", p.Name, next.name, next.dec
		found = append(found, p)
	}
	return found
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
