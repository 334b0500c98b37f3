package statustest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// cond is a condition on the number of an answer.
type cond struct {
	// op is "&&", "||" or "!" for a condition on args, or else what compares the number
	// with n; of is what is done to the number before that, such as "/100".
	op, of string
	args   []*cond
	n      int
}

// text returns the condition on an expression as Go source.
func (c *cond) text(in *domain, x string) string {
	switch {
	case c.op == "!":
		return "!(" + c.args[0].text(in, x) + ")"
	case len(c.args) > 0:
		return "(" + c.args[0].text(in, x) + " " + c.op + " " + c.args[1].text(in, x) + ")"
	case c.of != "":
		return fmt.Sprintf("%s%s %s %d", x, c.of, c.op, c.n)
	}
	return fmt.Sprintf("%s %s %s", x, c.op, in.number(c.n))
}

// clone returns a copy that shares nothing with c.
func (c *cond) clone() *cond {
	d := *c
	d.args = make([]*cond, len(c.args))
	for i, a := range c.args {
		d.args[i] = a.clone()
	}
	return &d
}

// all returns c and all conditions in it.
func (c *cond) all() []*cond {
	nodes := []*cond{c}
	for _, a := range c.args {
		nodes = append(nodes, a.all()...)
	}
	return nodes
}

// domain is what the numbers of answers are: statuses of HTTP or codes of gRPC.
type domain struct {
	from, to int
	// first is the first number that programs compare with.
	first int
	// typ is the type of a number, underlying the one below it.
	typ, underlying string
	// usual are the numbers that programs name most.
	usual []int
	// names are the constants of some numbers.
	names map[int]string
	// parts are what else than the number itself is compared.
	parts []string
}

// number returns a number as Go source.
func (d *domain) number(n int) string {
	if name, ok := d.names[n]; ok {
		return name
	}
	return fmt.Sprint(n)
}

func (d *domain) draw(rng *rand.Rand) int {
	if rng.IntN(2) == 0 {
		return d.usual[rng.IntN(len(d.usual))]
	}
	return d.first + rng.IntN(d.to-d.first+1)
}

var comparisons = []string{"==", "!=", "<", "<=", ">", ">="}

func (d *domain) cond(rng *rand.Rand, depth int) *cond {
	if depth > 0 {
		switch rng.IntN(5) {
		case 0:
			return &cond{op: "&&", args: []*cond{d.cond(rng, depth-1), d.cond(rng, depth-1)}}
		case 1:
			return &cond{op: "||", args: []*cond{d.cond(rng, depth-1), d.cond(rng, depth-1)}}
		case 2:
			return &cond{op: "!", args: []*cond{d.cond(rng, depth-1)}}
		}
	}
	c := &cond{op: comparisons[rng.IntN(len(comparisons))], n: d.draw(rng)}
	if len(d.parts) > 0 && rng.IntN(4) == 0 {
		c.of = d.parts[rng.IntN(len(d.parts))]
		switch c.of {
		case "/100":
			c.n /= 100
		case "%100":
			c.n %= 100
		}
	}
	return c
}

// decision says which answers lead to another attempt: a form with what is put into it.
type decision struct {
	form  string
	conds [3]*cond
	flags [3]bool
	// lists hold no number twice.
	lists [2][]int
}

// form is a way to write a decision: the statements of a function with a parameter code
// that returns a boolean, and the declarations that they need. C0, C1 and C2 stand for
// conditions, F0, F1 and F2 for true or false, L0 and L1 for lists of numbers.
type form struct {
	decls, body string
	// statuses says that the form makes sense for statuses only.
	statuses bool
}

var forms = map[string]form{
	"expression":   {body: `return C0`},
	"early return": {body: "if C0 {\nreturn F0\n}\nreturn C1"},
	"nested":       {body: "if C0 {\nif C1 {\nreturn F0\n}\nreturn F1\n}\nreturn C2"},
	"else":         {body: "if C0 {\nreturn F0\n} else if C1 {\nreturn F1\n} else {\nreturn C2\n}"},
	"variable":     {body: "again := F0\nif C0 {\nagain = F1\n}\nif C1 {\nagain = !again\n}\nreturn again"},
	"switch":       {body: "switch code {\ncase L0:\nreturn F0\ncase L1:\nreturn F1\n}\nreturn C0"},
	"default":      {body: "switch code {\ncase L0:\nreturn F0\ndefault:\nreturn C0\n}"},
	"conditions":   {body: "switch {\ncase C0:\nreturn F0\ncase C1:\nreturn F1\n}\nreturn F2"},
	"assigned":     {body: "var again bool\nswitch {\ncase C0:\nagain = F0\ncase C1:\nagain = F1\ndefault:\nagain = F2\n}\nreturn again"},
	"fallthrough":  {body: "switch {\ncase C0:\nfallthrough\ncase C1:\nreturn F0\n}\nreturn F1"},
	"classes":      {body: "switch code / 100 {\ncase 2, 3:\nreturn F0\ncase 4:\nreturn C0\n}\nreturn C1", statuses: true},
	"class":        {body: "class, rest := code/100, code%100\nif class == 4 {\nreturn rest > 20\n}\nreturn class > 2 && (C0)", statuses: true},
	"map":          {decls: "var known = map[INT]bool{M0, M1}", body: `return known[code]`},
	"local map":    {body: "known := map[INT]bool{M0}\nreturn known[code]"},
	"comma ok":     {decls: "var known = map[INT]bool{M0, M1}", body: "again, ok := known[code]\nif !ok {\nreturn C0\n}\nreturn again"},
	"set":          {decls: "var known = map[INT]struct{}{S0}", body: "_, ok := known[code]\nreturn ok"},
	"not in set":   {decls: "var known = map[INT]struct{}{S0}", body: "if _, ok := known[code]; ok {\nreturn false\n}\nreturn C0"},
	"contains":     {decls: "var known = []INT{L0}", body: `return slices.Contains(known, code)`},
	"literal":      {body: `return !slices.Contains([]INT{L0}, code) && C0`},
	"index":        {decls: "var known = []INT{L0}", body: `return slices.Index(known, code) >= 0`},
	"function":     {decls: "var known = []INT{L0}", body: `return slices.ContainsFunc(known, func(n INT) bool { return n == code })`},
	"range":        {decls: "var known = []INT{L0}", body: "for _, n := range known {\nif n == code {\nreturn F0\n}\n}\nreturn C0"},
	"array":        {decls: "var known = [...]INT{L0}", body: "for i := range known {\nif known[i] == code {\nreturn true\n}\n}\nreturn false"},
	"spans": {
		decls: "type span struct{ from, to INT }\n\nvar spans = []span{{N0, N1}, {N2, N3}}",
		body:  "for _, s := range spans {\nif code >= s.from && code <= s.to {\nreturn F0\n}\n}\nreturn C0",
	},
	"constants": {decls: "const (\nfirst = N0\nlast = N1\n)", body: `return code >= first && code <= last || C0`},
	"moved":     {body: "n := code\nif C0 {\nn -= 7\n}\nreturn n > N0", statuses: true},
	"either":    {body: `return (C0) != (C1)`},
	"both":      {body: `return (C0) == (C1)`},
	"clamped":   {body: `return min(max(code, N0), N1) == code`},
	"type":      {decls: "type number INT\n\nfunc (n number) above() bool { return INT(n) > N0 }", body: `return number(code).above() && C0`},
	"closure":   {body: "final := func(code INT) bool { return C0 }\nreturn !final(code)"},
	"deferred":  {body: "again := F0\nfunc() {\ndefer func() {\nif C0 {\nagain = !again\n}\n}()\n}()\nreturn again"},
	"helpers":   {decls: "func one(code INT) bool { return C0 }\n\nfunc other(code INT) bool { return C1 }", body: `return one(code) && !other(code)`},
	"pointer":   {decls: "type verdict struct{ again bool }\n\nfunc assess(code INT, v *verdict) {\nif C0 {\nv.again = F0\n}\n}", body: "v := verdict{again: F1}\nassess(code, &v)\nreturn v.again"},
}

func (d *domain) decision(rng *rand.Rand) decision {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(forms)) {
		if !forms[name].statuses || len(d.parts) > 0 {
			names = append(names, name)
		}
	}
	// The plainest form is the most frequent one.
	dec := decision{form: "expression"}
	if rng.IntN(5) > 0 {
		dec.form = names[rng.IntN(len(names))]
	}
	for i := range dec.conds {
		depth := 1
		if dec.form == "expression" {
			depth = 2
		}
		dec.conds[i] = d.cond(rng, depth)
		dec.flags[i] = rng.IntN(2) == 0
	}
	seen := make(map[int]bool)
	for i := range dec.lists {
		size := 3 + rng.IntN(4)
		for len(dec.lists[i]) < size {
			if n := d.draw(rng); !seen[n] {
				seen[n] = true
				dec.lists[i] = append(dec.lists[i], n)
			}
		}
	}
	return dec
}

func (dec decision) clone() decision {
	for i, c := range dec.conds {
		dec.conds[i] = c.clone()
	}
	for i, l := range dec.lists {
		dec.lists[i] = slices.Clone(l)
	}
	return dec
}

// fill puts what a decision is made of into a text of its form.
func (dec decision) fill(text string, in *domain) string {
	pairs := []string{"INT", in.typ, "UNDERLYING", in.underlying}
	for i, c := range dec.conds {
		pairs = append(pairs, fmt.Sprint("C", i), c.text(in, "code"), fmt.Sprint("F", i), fmt.Sprint(dec.flags[i]))
	}
	for i, list := range dec.lists {
		var plain, flagged, empty []string
		for _, n := range list {
			plain = append(plain, in.number(n))
			flagged = append(flagged, fmt.Sprintf("%s: %t", in.number(n), dec.flags[i]))
			empty = append(empty, in.number(n)+": {}")
		}
		pairs = append(pairs, fmt.Sprint("L", i), strings.Join(plain, ", "), fmt.Sprint("M", i), strings.Join(flagged, ", "), fmt.Sprint("S", i), strings.Join(empty, ", "))
		// The first two of a list are the ends of a range.
		low, high := min(list[0], list[1]), max(list[0], list[1])
		pairs = append(pairs, fmt.Sprint("N", 2*i), in.number(low), fmt.Sprint("N", 2*i+1), in.number(high))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// mistake is a change of a decision, as an evaluator might make it.
type mistake struct {
	name string
	dec  decision
}

// wrong are the operators that are easily taken for others.
var wrong = map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}

// mistakes returns what a decision is if one part of it is taken for another.
func (dec decision) mistakes() []mistake {
	var found []mistake
	add := func(name string, change func(d *decision)) {
		d := dec.clone()
		change(&d)
		found = append(found, mistake{name, d})
	}
	source := forms[dec.form].decls + forms[dec.form].body
	for i := range dec.conds {
		if !strings.Contains(source, fmt.Sprint("C", i)) {
			continue
		}
		for j, c := range dec.conds[i].all() {
			at := func(d *decision) *cond { return d.conds[i].all()[j] }
			if op, ok := wrong[c.op]; ok {
				add(fmt.Sprintf("%s for %s", op, c.op), func(d *decision) { at(d).op = op })
			}
			if c.op == "!" {
				add("no negation", func(d *decision) { *at(d) = *at(d).args[0] })
			}
			if len(c.args) == 0 {
				add("one more", func(d *decision) { at(d).n++ })
			}
			if c.of != "" {
				add("the whole for "+c.of, func(d *decision) { at(d).of = "" })
			}
		}
		add("negated", func(d *decision) { d.conds[i] = &cond{op: "!", args: []*cond{d.conds[i]}} })
	}
	for i := range dec.flags {
		if strings.Contains(source, fmt.Sprint("F", i)) {
			add("the other result", func(d *decision) { d.flags[i] = !d.flags[i] })
		}
	}
	for i := range dec.lists {
		if strings.Contains(source, fmt.Sprint("L", i)) || strings.Contains(source, fmt.Sprint("S", i)) {
			add("one left out", func(d *decision) { d.lists[i] = d.lists[i][1:] })
		}
	}
	return found
}
