package yamlfile_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/yamlfile"
)

type Common struct {
	Note string `yaml:"note"`
}

type color string

func (c *color) UnmarshalText(text []byte) error {
	if s := string(text); s != "red" && s != "green" {
		return errors.New("a color is red or green")
	}
	*c = color(text)
	return nil
}

// point may be written as a scalar or as a mapping.
type point struct {
	X int `yaml:"x"`
	Y int `yaml:"y"`
}

func (p *point) UnmarshalText(text []byte) error {
	if string(text) != "origin" {
		return errors.New("a point is origin, or has x and y")
	}
	*p = point{}
	return nil
}

type file struct {
	Common
	Name   string            `yaml:"name"`
	Count  int               `yaml:"count"`
	Factor float64           `yaml:"factor"`
	On     bool              `yaml:"on"`
	Wait   time.Duration     `yaml:"wait"`
	Color  color             `yaml:"color"`
	Colors []color           `yaml:"colors"`
	Point  *point            `yaml:"point"`
	Points []point           `yaml:"points"`
	Names  map[string]string `yaml:"names"`
}

func TestDecode(t *testing.T) {
	var f file
	_, err := yamlfile.Decode("f.yaml", []byte(`
# a comment
name: "off"
note: |
  of the
  embedded struct
count: 3
factor: 1.5
on: true
wait: 1m30s
color: red
colors: green
point: origin
points:
  - {x: 1, y: 2}
  - origin
  - x: 3
names: {a: one, b: two}
`), &f)
	require.NoError(t, err)
	assert.Equal(t, file{
		Common: Common{Note: "of the\nembedded struct"},
		Name:   "off", Count: 3, Factor: 1.5, On: true, Wait: 90 * time.Second, Color: "red", Colors: []color{"green"},
		Point: &point{}, Points: []point{{1, 2}, {}, {3, 0}}, Names: map[string]string{"a": "one", "b": "two"},
	}, f)
}

func TestMistakes(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"unknown key", "name: a\ncolour: red", `f.yaml:2:1: unknown key "colour", did you mean "color"?`},
		{"key near to none", "size: 1", `f.yaml:1:1: unknown key "size"; expected are note, name, count, factor, on, wait, color, colors, point, points, names`},
		{"unknown key further down", "points:\n  - x: 1\n    z: 2", `f.yaml:3:5: unknown key "z"; expected are x, y`},
		{"number", "count: many", `f.yaml:1:8: "many", where a whole number is expected`},
		{"fraction", "count: 1.5", `f.yaml:1:8: "1.5", where a whole number is expected`},
		{"factor", "factor: x", `f.yaml:1:9: "x", where a number is expected`},
		{"truth", "on: yes", `f.yaml:1:5: "yes", where true or false is expected`},
		{"duration", "wait: 10", `f.yaml:1:7: "10", where a duration is expected as 100ms, 30s or 2m`},
		{"word", "color: blue", `f.yaml:1:8: a color is red or green`},
		{"word in a list", "colors: [red, blue]", `f.yaml:1:15: a color is red or green`},
		{"list for a word", "color: [red]", `f.yaml:1:8: a list, where one value is expected`},
		{"list for a text", "name: [a]", `f.yaml:1:7: a list, where a text is expected`},
		{"text for a struct", "point: here", `f.yaml:1:8: a point is origin, or has x and y`},
		{"list for a struct", "point: [1, 2]", `f.yaml:1:8: a list, where keys are expected: x, y`},
		{"text for names", "names: a", `f.yaml:1:8: a value, where names with values are expected`},
		{"no value", "name:\ncount: 1", `f.yaml:1:1: name has no value`},
		{"text for a file", "just text", `f.yaml:1:1: "just text", where keys are expected: note, name, count, factor, on, wait, color, colors, point, points, names`},
		{"empty", "# nothing\n", `f.yaml:1:1: the file is empty`},
		{"two documents", "name: a\n---\nname: b", `f.yaml:3:5: a second document; a file holds one`},
		{"alias", "color: &c red\nname: a", `f.yaml:1:8: anchors, aliases and tags are not used here; write the value out`},
		{"twice", "name: a\nname: b", `f.yaml:2:1: not YAML: mapping key "name" already defined at [1:1]`},
		{"syntax", "name: [a", `f.yaml:1:7: not YAML: sequence end token ']' not found`},
		{"several", "count: x\nwait: y\nnmae: z",
			"f.yaml:1:8: \"x\", where a whole number is expected\n" +
				"f.yaml:2:7: \"y\", where a duration is expected as 100ms, 30s or 2m\n" +
				"f.yaml:3:1: unknown key \"nmae\", did you mean \"name\"?"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := yamlfile.Decode("f.yaml", []byte(test.text), new(file))
			require.Error(t, err)
			assert.Equal(t, test.want, err.Error())
			var first *yamlfile.Error
			assert.ErrorAs(t, err, &first)
		})
	}
}

func TestErrorf(t *testing.T) {
	var f file
	doc, err := yamlfile.Decode("f.yaml", []byte("name: a\npoints:\n  - x: 1\n  - {y: 2}\n  - origin\nnote: b\nnames: {k: v}"), &f)
	require.NoError(t, err)
	doc.Errorf(&f.Common, "note", "the key of an embedded struct")
	doc.Errorf(&f.Points[1], "", "an element")
	doc.Errorf(&f.Points[0], "x", "a key of one")
	doc.Errorf(&f.Points[0], "y", "a key that is not there")
	doc.Errorf(&f.Points[2].X, "", "in a scalar")
	doc.Errorf(&f.Names, "k", "a name")
	doc.Errorf(new(int), "", "nowhere")
	assert.EqualError(t, doc.Err(), "f.yaml:1:1: nowhere\n"+
		"f.yaml:3:5: a key of one\n"+
		"f.yaml:3:5: a key that is not there\n"+
		"f.yaml:4:5: an element\n"+
		"f.yaml:5:5: in a scalar\n"+
		"f.yaml:6:1: the key of an embedded struct\n"+
		"f.yaml:7:9: a name")
}
