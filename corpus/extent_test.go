package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestExtent(t *testing.T) {
	const source = `package p

func loops() {
	for { // 4
		for range 3 { // 5
		}
	}
	for _, x := range xs { // 8
		_ = x
	}
}

func jumps() error {
again: // 14
	if err := try(); err != nil {
		goto again
	}
	if ok() {
		goto out // 19
	}
	ok()
out:
	return nil
}

func again(n int) error { // 26
	if n == 0 {
		return nil
	}
	return again(n - 1) // 30
}

func calls() error {
	err := config{ // 34
		tries: 3,
	}.run(func() error {
		return try()
	})
	if err := wrap(retry(func() error { // 39
		return try()
	})); err != nil {
		return err
	}
	opts.tries = 1 // 44
	c := client{
		policy: none, // 46
	}
	text := ` + "`{\n  \"retryPolicy\": {}\n}`" + `
	return nil
}

func (r reader) Read(p []byte) (int, error) { // 54
	return 0, nil
}
`
	name := filepath.Join(t.TempDir(), "p.go")
	require.NoError(t, os.WriteFile(name, []byte(source), 0o666))
	file, err := parseFile(name)
	require.NoError(t, err)
	for _, test := range []struct {
		form string
		line int
		want lines
	}{
		{"for", 4, lines{4, 7}},
		{"range", 5, lines{5, 6}},
		{"range", 8, lines{8, 10}},
		{"goto", 14, lines{14, 16}},
		{"goto", 19, lines{19, 22}},
		{"recursion", 26, lines{26, 31}},
		{"recursion", 30, lines{26, 31}},
		{"retrier", 34, lines{34, 38}},
		{"retrier", 39, lines{39, 41}},
		{"client", 44, lines{44, 44}},
		{"client", 46, lines{46, 46}},
		{"client", 49, lines{48, 50}},
		{"retrier", 54, lines{54, 56}},
	} {
		got, err := file.extent(test.form, test.line)
		require.NoError(t, err, "%s on line %d", test.form, test.line)
		assert.Equal(t, test.want, got, "%s on line %d", test.form, test.line)
	}
	for _, test := range []struct {
		form string
		line int
	}{{"for", 3}, {"goto", 15}, {"goto", 1}, {"recursion", 1}, {"retrier", 23}, {"spiral", 4}} {
		_, err := file.extent(test.form, test.line)
		assert.Error(t, err, "%s on line %d", test.form, test.line)
	}
}

func TestOwner(t *testing.T) {
	outer := &place{label: &label{ID: "outer", Line: 10}, lines: lines{10, 40}}
	inner := &place{label: &label{ID: "inner", Line: 11}, lines: lines{11, 20}}
	late := &place{label: &label{ID: "late", Line: 30}, lines: lines{30, 35}}
	places := []*place{outer, inner, late}
	for line, want := range map[int]*place{
		8: nil, 9: outer,
		10: outer, // the line above inner, but outer's own
		11: inner, 20: inner,
		21: outer,
		29: late, // the line above
		30: late, 35: late, 36: outer, 40: outer, 41: nil,
	} {
		assert.Same(t, want, owner(places, line), "line %d", line)
	}
}

func TestReadLabels(t *testing.T) {
	labels, err := readLabels(strings.NewReader(`{"id":"b","repo":"o/b","file":"f.go","line":3}
{"id":"a","repo":"o/a","file":"f.go","line":9,"flags":{"nojitter":"yes"}}

{"id":"c","repo":"o/a","file":"f.go","line":2}
`))
	require.NoError(t, err)
	var ids []string
	for _, l := range labels {
		ids = append(ids, l.ID)
	}
	assert.Equal(t, []string{"c", "a", "b"}, ids)

	for text, want := range map[string]string{
		`{"id":"a"} {"id":"a"}`:                       "twice",
		`{"id":"a","flags":{"nojitter":"sometimes"}}`: "unknown verdict",
		`{"id":"a"} nonsense`:                         "label 2",
	} {
		_, err := readLabels(strings.NewReader(text))
		assert.ErrorContains(t, err, want)
	}
}
