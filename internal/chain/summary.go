// Package chain follows call paths through functions and packages: which operation one
// call of a function can issue, up to how many times, and on which path.
//
// Each function is summarised once, as far as its own body tells: whom it calls, what it
// hands on, and which retry sites repeat which of its calls. What the body does not tell
// is a hole: a parameter, a field, the result of a call, a method of an interface.
// A summary says nothing of callees, so it is as large as the body and no larger, and
// a call path is found by filling the holes of each summary on it with what the call
// hands in.
package chain

import (
	"bytes"
	"compress/flate"
	"encoding/gob"
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/retrylint/retrylint/internal/record"
)

// ValueKind is the kind of a value.
type ValueKind uint8

// The kinds of values.
const (
	// Unknown is a value of which nothing is known, or that does not matter here.
	Unknown ValueKind = iota
	// Int is the number N.
	Int
	// Func is the function Name of the package Pkg; Of are the values it captured.
	Func
	// Object is a value of the concrete type Name of the package Pkg. Fields names
	// those of its fields that are known, Of are their values. Pointers are not told
	// from what they point to, except that Name says which of the two the method set
	// belongs to.
	Object
	// Typed is Of[0], known to be of the concrete type Name of the package Pkg.
	Typed
	// Param is the N-th parameter of the function, from 0, the receiver first and
	// captured variables last.
	Param
	// Field is the field Fields[0] of Of[0]. Name is the full name of the field: if
	// the object is not known, it may be what was stored there.
	Field
	// Global is the package variable Name of the package Pkg.
	Global
	// Result is the N-th result of a call of Of[0] with the arguments that follow.
	Result
	// Any is one of several values.
	Any
)

// What N says of a Func that is a method value, whose receiver is Of[0].
const (
	Bound1         = 1 // a method of a concrete type
	BoundInterface = 2 // a method of an interface, Name being its full name
)

// Itself names, in an Object of a function type, the function.
const Itself = "()"

// Value is what a function knows of a value.
type Value struct {
	Kind   ValueKind
	N      int64
	Name   string
	Pkg    string
	Fields []string
	Of     []Value
}

// Bound says what limits the attempts of a site.
type Bound struct {
	// N is the number of attempts, 0 if it is not known; Unbounded says that there
	// is no limit.
	N         int64
	Unbounded bool
	// Hole is the number that decides on an unknown bound, which is then
	// Slope × Hole + Offset; Unknown if none does.
	Hole          Value
	Slope, Offset int64
	// Default is the bound where Hole is zero, and is assumed where Hole is not known; 0 if
	// there is none.
	Default int64
	// Text is the formula, such as "n + 1".
	Text string
}

// Site is a retry site.
type Site struct {
	Bound Bound
	// File is the base name of the file, Line the line.
	File string
	Line int32
	// Ends says what ends the site, "" if that is not known.
	Ends string
	// Waits is the sum of its waits in nanoseconds, -1 if it is not known, and Timeout the
	// time that each attempt gets of its own, 0 if none is known.
	Waits, Timeout int64
	// Stops are the marks of errors that the site does not repeat.
	Stops []string
	// Picks says that the site repeats some errors only, and that which of them the
	// call returns is not known.
	Picks bool
	// Low says that findings about the site are of low confidence.
	Low bool
	// Library names the library whose client retries by itself, "" for a loop.
	Library string
	// Who is what tries where that is neither the function that holds the site nor a
	// library: the callers of a function, or a method of an interface.
	Who string
	// Origin says where the number of attempts of a client comes from, or of a site that
	// somebody has told of.
	Origin string
	// Ignored is the directive that silences the chains through the site, nil if none
	// does.
	Ignored *record.Ignore
	// Unseen says that the configuration of the client is not in sight: findings are of
	// medium confidence.
	Unseen bool
}

// Call is one call in a function, or one that is made on its behalf.
type Call struct {
	// Callee is the function; for a call of an interface method it is the receiver.
	Callee Value
	// Method is the full name of an interface method, declared in the package Pkg.
	Method, Pkg string
	// Args are the arguments, for Callee's parameters in order; those of an interface
	// method without the receiver.
	Args []Value
	// Sites are the retry sites of the function that repeat the call when it fails,
	// as indexes of its Sites.
	Sites []int32
	// Together numbers the calls that may all be made in one call of the function
	// when those before them fail; calls with different numbers are alternatives.
	Together int32
	// Again says that the call may be made more than once although no site repeats it.
	Again bool
	// Level is a [github.com/retrylint/retrylint/internal/reach.Level]: 0 if the call
	// stays in the process. Op is how messages print it.
	Level uint8
	Op    string
	// Line is where it is made. Pos is its place within the package at hand.
	Line int32
	Pos  token.Pos
}

// EndHere makes the call an operation: whatever it calls is not followed.
func (c *Call) EndHere() { c.Callee, c.Method, c.Args = Value{}, "", nil }

// Summary is what a function says about itself.
type Summary struct {
	// Name is the full name, Pkg the path of the package.
	Name, Pkg string
	// Params is the number of parameters, the receiver included.
	Params  int32
	Calls   []Call
	Sites   []Site
	Results []Value
	// Gives are the marks that its error carries when what it calls has failed: names
	// of package variables.
	Gives []string
}

// Stored is a value that some function keeps: in a field or a package variable.
type Stored struct {
	// Name is the full name of the field or variable.
	Name  string
	Value Value
}

// Conversion says that a value of a concrete type becomes one of an interface type.
type Conversion struct {
	Interface string
	Type      Value
}

// Package is what the functions of a package say, in the order of their names.
type Package struct {
	Funcs       []Summary
	Stored      []Stored
	Conversions []Conversion
}

// Portable returns a copy of a summary without places, which mean nothing in another
// package.
func (s *Summary) Portable() Summary {
	out := *s
	out.Calls = slices.Clone(s.Calls)
	for i := range out.Calls {
		out.Calls[i].Pos = token.NoPos
	}
	return out
}

// Encode returns the package as bytes: the same for the same content.
func (p *Package) Encode() []byte {
	var buf bytes.Buffer
	// The level is valid, writing to a buffer does not fail, and gob encodes any structure.
	zip, _ := flate.NewWriter(&buf, flate.BestSpeed)
	_ = gob.NewEncoder(zip).Encode(p)
	_ = zip.Close()
	return buf.Bytes()
}

// Decode reads what Encode wrote.
func Decode(data []byte) (*Package, error) {
	p := new(Package)
	if err := gob.NewDecoder(flate.NewReader(bytes.NewReader(data))).Decode(p); err != nil {
		return nil, fmt.Errorf("decode summaries: %w", err)
	}
	for i := range p.Funcs {
		if !p.Funcs[i].valid() {
			return nil, fmt.Errorf("decode summaries: %s is not valid", p.Funcs[i].Name)
		}
	}
	return p, nil
}

// valid reports whether what was read can be followed.
func (s *Summary) valid() bool {
	for i := range s.Calls {
		for _, site := range s.Calls[i].Sites {
			if site < 0 || int(site) >= len(s.Sites) {
				return false
			}
		}
		if !s.Calls[i].Callee.valid() || slices.ContainsFunc(s.Calls[i].Args, func(v Value) bool { return !v.valid() }) {
			return false
		}
	}
	return !slices.ContainsFunc(s.Sites, func(s Site) bool { return !s.Bound.Hole.valid() }) &&
		!slices.ContainsFunc(s.Results, func(v Value) bool { return !v.valid() })
}

func (v Value) valid() bool {
	switch v.Kind {
	case Typed, Field, Result:
		if len(v.Of) == 0 {
			return false
		}
	case Object:
		if len(v.Of) != len(v.Fields) {
			return false
		}
	case Param:
		if v.N < 0 {
			return false
		}
	}
	if v.Kind == Field && len(v.Fields) != 1 {
		return false
	}
	return !slices.ContainsFunc(v.Of, func(v Value) bool { return !v.valid() })
}

// Key returns a text that is the same for values that are the same.
func (v Value) Key() string {
	var b strings.Builder
	v.write(&b)
	return b.String()
}

// write appends a value to a key.
func (v Value) write(b *strings.Builder) {
	b.WriteByte('0' + byte(v.Kind))
	if v.N != 0 {
		b.WriteString(strconv.FormatInt(v.N, 10))
	}
	b.WriteString(v.Name)
	if len(v.Of) == 0 {
		return
	}
	b.WriteByte('(')
	for i, of := range v.Of {
		if i < len(v.Fields) {
			b.WriteString(v.Fields[i])
			b.WriteByte('=')
		}
		of.write(b)
		b.WriteByte(';')
	}
	b.WriteByte(')')
}

// Fields notes the fields and package variables that a function asks for.
func (s *Summary) Fields(names map[string]bool) {
	note := func(v Value) {
		v.Each(func(v Value) {
			if v.Kind == Field || v.Kind == Global {
				names[v.Name] = true
			}
		})
	}
	for i := range s.Calls {
		note(s.Calls[i].Callee)
		for _, arg := range s.Calls[i].Args {
			note(arg)
		}
	}
	for i := range s.Sites {
		note(s.Sites[i].Bound.Hole)
	}
	for _, r := range s.Results {
		note(r)
	}
}

// Each calls f with a value and with those that it is made of.
func (v Value) Each(f func(Value)) {
	f(v)
	for _, of := range v.Of {
		of.Each(f)
	}
}
