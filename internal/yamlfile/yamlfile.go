// Package yamlfile reads YAML files strictly: each key must be known, each value
// of its kind, and every mistake is reported with its file, line and column and
// with what was expected there.
//
// The syntax is read by github.com/goccy/go-yaml; what is here puts the tree into
// Go values. A struct is a mapping whose keys are named by the tag "yaml", a slice
// a list (or one element of it, written without the list), a map a mapping from
// names. A type with an UnmarshalText method is read from a scalar by that method;
// a struct that has one may be written as a scalar or as a mapping.
package yamlfile

import (
	"bytes"
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/retrylint/retrylint/internal/spelling"
)

// Error is a mistake in a file. Line and Column count from 1.
type Error struct {
	File         string
	Line, Column int
	Message      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Document is a file that was read. It knows where each value was written.
type Document struct {
	file   string
	places map[place]*token.Position
	errs   []*Error
}

// place is a value that was read, or the value of one of its keys.
type place struct {
	value any
	key   string
}

// maxDepth is how deep a file may nest: the time that the parser takes grows with the
// square of that.
const maxDepth = 100

// Admit returns why a file is not to be decoded: it is larger than max bytes, is no text,
// or nests too deep. What it holds is named as "settings are".
func Admit(file string, data []byte, max int, what string) error {
	if len(data) > max {
		return fmt.Errorf("%s: the file is larger than %d KiB; %s shorter", file, max>>10, what)
	}
	if i := bytes.IndexByte(data, 0); i >= 0 || !utf8.Valid(data) {
		return fmt.Errorf("%s: the file is not text; %s YAML in UTF-8", file, what)
	}
	if line := tooDeep(data); line > 0 {
		return fmt.Errorf("%s:%d: what begins here nests deeper than %d", file, line, maxDepth)
	}
	return nil
}

// tooDeep returns the number of the line in which brackets, or lists in lists, get deeper
// than maxDepth; 0 if none do. Brackets in texts count, of which nobody has so many.
func tooDeep(data []byte) int {
	depth, number := 0, 0
	for line := range bytes.Lines(data) {
		number++
		for _, c := range line {
			switch c {
			case '[', '{':
				depth++
			case ']', '}':
				depth = max(depth-1, 0)
			}
		}
		if depth > maxDepth || bytes.Count(line, []byte("- ")) > maxDepth {
			return number
		}
	}
	return 0
}

// Decode reads a file into a value, given a pointer to it. The name of the file is
// for errors only. The error joins all mistakes, each an [*Error], in the order of
// the file.
func Decode(file string, data []byte, into any) (*Document, error) {
	d := &Document{file: file, places: make(map[place]*token.Position)}
	tree, err := parser.ParseBytes(data, 0)
	if err != nil {
		d.syntax(err)
		return d, d.Err()
	}
	var docs []*ast.DocumentNode
	for _, doc := range tree.Docs {
		if doc.Body != nil {
			docs = append(docs, doc)
		}
	}
	switch len(docs) {
	case 0:
		d.add(&token.Position{Line: 1, Column: 1}, "the file is empty")
	case 1:
		d.value(docs[0].Body, reflect.ValueOf(into).Elem())
	default:
		d.add(docs[1].Body.GetToken().Position, "a second document; a file holds one")
	}
	return d, d.Err()
}

// Errorf adds a mistake at a value that was read, given a pointer to it, or at one
// of its keys. The place of a key that is not there is that of the value, and the place
// of a value that was not read the beginning of the file.
func (d *Document) Errorf(value any, key, format string, args ...any) {
	pos := d.places[place{value, key}]
	if pos == nil {
		pos = d.places[place{value, ""}]
	}
	if pos == nil {
		pos = &token.Position{Line: 1, Column: 1}
	}
	d.add(pos, format, args...)
}

// Place returns where a value that was read was written, given a pointer to it, or one of its
// keys; zero if it was not.
func (d *Document) Place(value any, key string) (line, column int) {
	if pos := d.places[place{value, key}]; pos != nil {
		return pos.Line, pos.Column
	}
	return 0, 0
}

// Err returns all mistakes so far in the order of the file, nil if there are none.
func (d *Document) Err() error {
	slices.SortStableFunc(d.errs, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	errs := make([]error, len(d.errs))
	for i, err := range d.errs {
		errs[i] = err
	}
	return errors.Join(errs...)
}

func (d *Document) add(pos *token.Position, format string, args ...any) {
	d.errs = append(d.errs, &Error{File: d.file, Line: pos.Line, Column: pos.Column, Message: fmt.Sprintf(format, args...)})
}

// syntax adds an error of the parser.
func (d *Document) syntax(err error) {
	at, message := &token.Position{Line: 1, Column: 1}, err.Error()
	if e, ok := errors.AsType[yaml.Error](err); ok {
		message = e.GetMessage()
		if tk := e.GetToken(); tk != nil {
			at = tk.Position
		}
	}
	d.add(at, "not YAML: %s", message)
}

func (d *Document) value(n ast.Node, v reflect.Value) {
	pos := n.GetToken().Position
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 && !m.IsFlowStyle {
		// The token of a mapping in block style is the colon after its first key.
		pos = m.Values[0].Key.GetToken().Position
	}
	if !v.CanAddr() {
		return
	}
	d.places[place{v.Addr().Interface(), ""}] = pos
	switch n.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode:
		d.add(pos, "anchors, aliases and tags are not used here; write the value out")
		return
	}
	if text, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		if s, ok := scalar(n); ok {
			if err := text.UnmarshalText([]byte(s)); err != nil {
				d.add(pos, "%v", err)
			}
			d.within(v, pos)
			return
		}
		if v.Kind() != reflect.Struct {
			d.add(pos, "%s, where one value is expected", kindOf(n))
			return
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		d.structure(n, v)
	case reflect.Slice:
		d.list(n, v)
	case reflect.Map:
		d.names(n, v)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.value(n, v.Elem())
	default:
		d.scalar(n, v)
	}
}

// within notes that all that is in a value was written at one place.
func (d *Document) within(v reflect.Value, pos *token.Position) {
	if v.CanInterface() {
		d.places[place{v.Addr().Interface(), ""}] = pos
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			d.within(v.Field(i), pos)
		}
	case reflect.Slice:
		for i := range v.Len() {
			d.within(v.Index(i), pos)
		}
	}
}

// scalar puts a text, a number or a truth value into v.
func (d *Document) scalar(n ast.Node, v reflect.Value) {
	pos := n.GetToken().Position
	s, ok := scalar(n)
	switch v.Kind() {
	case reflect.String:
		if !ok {
			d.add(pos, "%s, where a text is expected", kindOf(n))
			return
		}
		v.SetString(s)
	case reflect.Bool:
		if s != "true" && s != "false" {
			d.add(pos, "%s, where true or false is expected", describe(n))
			return
		}
		v.SetBool(s == "true")
	case reflect.Int64:
		t, err := time.ParseDuration(s)
		if err != nil {
			d.add(pos, "%s, where a duration is expected as 100ms, 30s or 2m", describe(n))
			return
		}
		v.SetInt(int64(t))
	case reflect.Int:
		i, err := strconv.Atoi(s)
		if err != nil {
			d.add(pos, "%s, where a whole number is expected", describe(n))
			return
		}
		v.SetInt(int64(i))
	case reflect.Float64:
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			d.add(pos, "%s, where a number is expected", describe(n))
			return
		}
		v.SetFloat(f)
	}
}

func (d *Document) list(n ast.Node, v reflect.Value) {
	elems := []ast.Node{n}
	if seq, ok := n.(*ast.SequenceNode); ok {
		elems = seq.Values
	}
	v.Set(reflect.MakeSlice(v.Type(), len(elems), len(elems)))
	for i, elem := range elems {
		d.value(elem, v.Index(i))
	}
}

func (d *Document) names(n ast.Node, v reflect.Value) {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		d.add(n.GetToken().Position, "%s, where names with values are expected", kindOf(n))
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for _, kv := range m.Values {
		elem := reflect.New(v.Type().Elem()).Elem()
		d.value(kv.Value, elem)
		v.SetMapIndex(reflect.ValueOf(keyOf(kv)).Convert(v.Type().Key()), elem)
		d.places[place{v.Addr().Interface(), keyOf(kv)}] = kv.Key.GetToken().Position
	}
}

func (d *Document) structure(n ast.Node, v reflect.Value) {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		d.add(n.GetToken().Position, "%s, where keys are expected: %s", describe(n), list(keys(v.Type())))
		return
	}
	for _, kv := range m.Values {
		key := keyOf(kv)
		pos := kv.Key.GetToken().Position
		field, owner, ok := fieldOf(v, key)
		if !ok {
			d.unknown(pos, key, keys(v.Type()))
			continue
		}
		if _, null := kv.Value.(*ast.NullNode); null {
			d.add(pos, "%s has no value", key)
			continue
		}
		for _, at := range []reflect.Value{v, owner} {
			if at.CanAddr() && at.CanInterface() {
				d.places[place{at.Addr().Interface(), key}] = pos
			}
		}
		d.value(kv.Value, field)
	}
}

func (d *Document) unknown(pos *token.Position, key string, known []string) {
	if near := spelling.Nearest(key, known); near != "" {
		d.add(pos, "unknown key %q, did you mean %q?", key, near)
		return
	}
	d.add(pos, "unknown key %q; expected are %s", key, list(known))
}

// fieldOf returns the field for a key and the struct that it is in, which may be
// embedded in v.
func fieldOf(v reflect.Value, key string) (field, owner reflect.Value, ok bool) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous {
			if field, owner, ok := fieldOf(v.Field(i), key); ok {
				return field, owner, true
			}
		} else if f.Tag.Get("yaml") == key {
			return v.Field(i), v, true
		}
	}
	return reflect.Value{}, reflect.Value{}, false
}

func keys(t reflect.Type) []string {
	var all []string
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			all = append(all, keys(f.Type)...)
		} else if key := f.Tag.Get("yaml"); key != "" {
			all = append(all, key)
		}
	}
	return all
}

func keyOf(kv *ast.MappingValueNode) string { return kv.Key.GetToken().Value }

func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return strings.TrimSpace(n.Value.Value), true
	case *ast.NullNode, *ast.MappingNode, *ast.SequenceNode:
		return "", false
	case ast.ScalarNode:
		return n.GetToken().Value, true
	}
	return "", false
}

func describe(n ast.Node) string {
	if s, ok := scalar(n); ok {
		return strconv.Quote(s)
	}
	return kindOf(n)
}

func kindOf(n ast.Node) string {
	switch n.(type) {
	case *ast.MappingNode:
		return "keys"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode:
		return "nothing"
	}
	return "a value"
}

func list(words []string) string { return strings.Join(words, ", ") }
