package document_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/record"
)

func TestSaveAndRead(t *testing.T) {
	want := &document.Document{Tool: "v1", Against: "main", Complete: true, Findings: []document.Finding{{
		Rule: "r", Confidence: record.High, Message: "a\x1b\nb \u009b <&>", Fingerprint: "f",
		At:      document.Span{File: "a\x1b.go", Start: document.Point{Line: 1, Column: 2, UTF16: 2}},
		Before:  &document.Attempts{Kind: "exact", N: 4},
		Chain:   &document.Chain{Operation: "o", Product: document.Attempts{Kind: "unbounded"}, Links: []document.Link{{Name: "x"}}},
		Answers: []string{"400-499"},
	}}}
	var b strings.Builder
	require.NoError(t, want.Save(&b))
	assert.NotContains(t, b.String(), "\x1b")
	assert.NotContains(t, b.String(), "\u009b")
	got, err := document.Read(strings.NewReader(b.String()), "x.json")
	require.NoError(t, err)
	assert.Equal(t, want, got)

	// Whatever a program for JSON made of the lines.
	got, err = document.Read(strings.NewReader(strings.ReplaceAll(b.String(), "},", "},\n  ")), "x.json")
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

func TestReadErrors(t *testing.T) {
	const (
		head   = `{"retrylint":{"format":1,"tool":"v1"}}` + "\n"
		one    = `{"finding":{"rule":"r","confidence":"high","message":"m","at":{"file":"a.go","start":{"line":1}},"package":"p","fingerprint":"f"}}` + "\n"
		ending = `{"end":{"findings":1,"complete":true}}` + "\n"
	)
	_, err := document.Read(strings.NewReader(head+one+ending), "x.json")
	require.NoError(t, err)
	for _, test := range []struct{ name, in, want string }{
		{"empty", "", "x.json: the file is empty; what -format=json printed is expected"},
		{"blank", " \n\n", "x.json: the file is empty; what -format=json printed is expected"},
		{"binary", "\x7fELF\x00\x01", "x.json: the file is not text; what -format=json printed is expected"},
		{"Latin-1", strings.Replace(head, "v1", "v\xe9", 1), "x.json: the file is not text; what -format=json printed is expected"},
		{"truncated", head + one, `x.json:3: the file ends in the middle: the object "end" is missing`},
		{"truncated in an object", head + one[:40], `x.json:2: the file ends in the middle: the object "end" is missing`},
		{"a finding lost", head + ending, "x.json:2: there are 0 findings, and the end speaks of 1"},
		{"two files in one", head + one + ending + head, `x.json:4: something follows the object "end"`},
		{"two heads", head + head, `x.json:2: a second object "retrylint"; a file holds what one run printed`},
		{"newer", `{"retrylint":{"format":2}}`, "x.json:1: the file is of a newer retrylint (format 2; this one reads 1)"},
		{"no format", `{"retrylint":{}}`, `x.json:1: the object "retrylint" has no format`},
		{"the tree of go vet", `{"example.com/m": {"nojitter": []}}`, `x.json:1: what -format=json printed is expected, which begins with an object "retrylint"; -json prints something else`},
		{"a list", "[1, 2]", "x.json:1: array, where an object is expected"},
		{"text", "a.go:1:1: message", "x.json:1: not JSON: invalid character 'a' looking for beginning of value"},
		{"a wrong kind", head + strings.Replace(one, `"line":1`, `"line":"1"`, 1), "x.json:2: string in finding.at.start.line, where another kind of value is expected"},
		{"no rule", head + strings.Replace(one, `"r"`, `""`, 1), "x.json:2: a finding without a rule"},
		{"no place", head + strings.Replace(one, `"line":1`, `"line":-1`, 1), "x.json:2: a finding without a place"},
		{"no fingerprint", head + strings.Replace(one, `"f"`, `""`, 1), "x.json:2: a finding without a fingerprint"},
		{"confidence", head + strings.Replace(one, `"high"`, `"sure"`, 1), `x.json:2: a finding of confidence "sure"; known are high, medium and low`},
		{"depth", head + `{"finding":` + strings.Repeat("[", 100_000), "x.json:2: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := document.Read(strings.NewReader(test.in), "x.json")
			require.Error(t, err)
			assert.True(t, strings.HasPrefix(err.Error(), test.want), "%s", err)
			assert.NotContains(t, err.Error(), "\n")
		})
	}

	_, err = document.Read(io.MultiReader(strings.NewReader(head), endless{}), "x.json")
	assert.EqualError(t, err, "x.json: the file is larger than 64 MiB")
	_, err = document.Read(io.MultiReader(strings.NewReader(head), broken{}), "x.json")
	assert.EqualError(t, err, "x.json: the disk is gone")
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '\n'
	}
	return len(p), nil
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

func TestNew(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "a")
	require.NoError(t, os.Mkdir(dir, 0o777))
	file := filepath.Join(dir, "a.go")
	const source = "package a\r\n/* é𝄞 */ for {\xff}\n" + "\t"
	require.NoError(t, os.WriteFile(file, []byte(source), 0o666))
	at := func(line, column int) record.Position { return record.Position{File: file, Line: line, Column: column} }
	findings := []finding.Finding{
		{
			Record: record.Record{
				Rule: "r", Confidence: record.High, Package: "example.com/a", Position: at(2, 14), End: at(2, 21), Fingerprint: "f",
				Operation: record.Operation{ID: "net/http.Get", Text: "http.Get", Position: at(2, 14)},
				Chain: &record.Chain{Product: record.Attempts{Kind: "up to", N: 16}, Links: []record.Link{
					{Function: "example.com/a.F", Package: "example.com/a", Position: record.Position{File: "b.go", Line: 5}},
					{Function: "example.com/z.F", Package: "example.com/z", Position: record.Position{File: "z.go", Line: 6}},
				}},
			},
			Diagnostic: finding.Diagnostic{SuggestedFixes: []finding.SuggestedFix{
				{Message: "good", Edits: []finding.TextEdit{{Filename: file, Start: strings.Index(source, "for"), End: strings.Index(source, " {"), New: "x"}}},
				{Message: "behind the end", Edits: []finding.TextEdit{{Filename: file, Start: 1000, End: 1001}}},
			}},
		},
		{Record: record.Record{Rule: "r", Position: record.Position{File: filepath.Join(root, "gone.go"), Line: 3, Column: 4}}},
		{Record: record.Record{Rule: "r", Position: record.Position{File: "/elsewhere/x.go", Line: 3}}},
		{Record: record.Record{Rule: "r", Position: at(99, 1)}},
	}
	d := document.NewPlaces(root, findings).New("v1", findings, true)
	require.Len(t, d.Findings, 4)
	f := d.Findings[0]
	// Before the loop stand a letter of two bytes and a sign of four, which are one and two units.
	assert.Equal(t, document.Span{File: "a/a.go", Start: document.Point{Line: 2, Column: 14, UTF16: 11}, End: document.Point{Line: 2, Column: 21, UTF16: 18}}, f.At)
	assert.Equal(t, "/* é𝄞 */ for {\ufffd}", f.Source)
	assert.Equal(t, []document.Related{{At: document.Span{File: "a/a.go", Start: f.At.Start}, Message: "the call that is repeated: http.Get"}}, f.Related)
	assert.Equal(t, []document.Fix{{Message: "good", Edits: []document.Edit{{
		At:  document.Span{File: "a/a.go", Start: document.Point{Line: 2, Column: 14, UTF16: 11}, End: document.Point{Line: 2, Column: 17, UTF16: 14}},
		New: "x",
	}}}}, f.Fixes)
	assert.Equal(t, []document.Link{
		{Function: "example.com/a.F", At: document.Span{File: "a/b.go", Start: document.Point{Line: 5}}, Known: true},
		{Function: "example.com/z.F", At: document.Span{File: "z.go", Start: document.Point{Line: 6}}},
	}, f.Chain.Links)
	assert.Equal(t, document.Span{File: "gone.go", Start: document.Point{Line: 3, Column: 4}}, d.Findings[1].At)
	assert.Equal(t, document.Span{File: "/elsewhere/x.go", Start: document.Point{Line: 3}}, d.Findings[2].At)
	assert.Empty(t, d.Findings[3].Source)
}

func TestLinksBesides(t *testing.T) {
	link := func(name string, n int64) document.Link {
		return document.Link{Function: "m." + name, Name: name, Attempts: document.Attempts{Kind: "exact", N: n}}
	}
	chain := func(links ...document.Link) *document.Chain { return &document.Chain{Links: links} }
	assert.Empty(t, chain(link("a", 4), link("b", 4)).LinksBesides(chain(link("a", 4), link("b", 4))))
	assert.Equal(t, []string{"b 4× is new"}, chain(link("a", 4), link("b", 4)).LinksBesides(chain(link("a", 4))))
	assert.Equal(t, []string{"a 5× instead of 4×", "c without limit is new"},
		chain(link("a", 5), document.Link{Function: "m.c", Name: "c", Attempts: document.Attempts{Kind: "unbounded"}}).LinksBesides(chain(link("a", 4), link("b", 4))))
}

// The page says what each field of a saved document means.
func TestPageNamesFields(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "formats.md"))
	require.NoError(t, err)
	seen := make(map[reflect.Type]bool)
	var visit func(reflect.Type)
	visit = func(typ reflect.Type) {
		for typ.Kind() == reflect.Slice || typ.Kind() == reflect.Pointer {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct || seen[typ] {
			return
		}
		seen[typ] = true
		for i := range typ.NumField() {
			if !typ.Field(i).IsExported() {
				continue
			}
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			assert.Contains(t, string(page), "| `"+name+"` |", "%s.%s", typ, typ.Field(i).Name)
			visit(typ.Field(i).Type)
		}
	}
	visit(reflect.TypeFor[document.Finding]())
}
