// Command newrule makes a new rule of the suite: its package, its page, its test and its
// first cases, and adds it to the list of rules. It runs in the root of the module and
// takes the name of the rule; docs/adding-a-rule.md says what comes next.
package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/retrylint/retrylint/internal/rulename"
)

//go:embed template
var templates embed.FS

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: newrule NAME")
		os.Exit(2)
	}
	if err := create(".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "newrule:", err)
		os.Exit(1)
	}
}

// targets are where the templates go, relative to the root of the module; NAME stands
// for the rule.
var targets = map[string]string{
	"doc.go.tmpl":     "analyzers/NAME/doc.go",
	"rule.go.tmpl":    "analyzers/NAME/NAME.go",
	"test.go.tmpl":    "analyzers/NAME/NAME_test.go",
	"go.mod.tmpl":     "testdata/src/NAME/go.mod",
	"flagged.go.tmpl": "testdata/src/NAME/flagged/flagged.go",
	"silent.go.tmpl":  "testdata/src/NAME/silent/silent.go",
}

var isName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// create writes the files of a rule below the root of the module, and lists it. It changes
// nothing if the name is none, or is taken.
func create(root, name string) error {
	if !isName.MatchString(name) {
		return fmt.Errorf("%q is no name for a rule: lower-case letters and digits", name)
	}
	if rulename.Known(name) {
		return fmt.Errorf("there is a rule %s", name)
	}
	files := make(map[string][]byte)
	for _, from := range slices.Sorted(maps.Keys(targets)) {
		to := filepath.FromSlash(strings.ReplaceAll(targets[from], "NAME", name))
		if _, err := os.Lstat(filepath.Join(root, to)); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is there already", to)
		}
		content, err := fill(from, name)
		if err != nil {
			return err
		}
		files[to] = content
	}
	for path, lines := range map[string][]string{
		"retrylint.go":                  {"\t\"github.com/retrylint/retrylint/analyzers/%s\"\n", "\t\t%s.Analyzer,\n"},
		"internal/rulename/rulename.go": {"\t\"%s\",\n"},
	} {
		content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
		if err != nil {
			return err
		}
		for _, line := range lines {
			if content, err = list(content, line, name); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		files[filepath.FromSlash(path)] = content
	}
	for path, content := range files {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// fill returns a template with the name of the rule, formatted if it is Go.
func fill(file, name string) ([]byte, error) {
	t, err := template.ParseFS(templates, "template/"+file)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, name); err != nil {
		return nil, err
	}
	if !strings.HasSuffix(file, ".go.tmpl") {
		return b.Bytes(), nil
	}
	return format.Source(b.Bytes())
}

// list adds the line of a rule to those of the others, which stand one after the other, in
// their order. The line is a format of the name.
func list(content []byte, line, name string) ([]byte, error) {
	var lines []string
	first := -1
	for _, other := range rulename.All() {
		at := strings.Index(string(content), fmt.Sprintf(line, other))
		if at < 0 {
			return nil, fmt.Errorf("there is no line for %s", other)
		}
		if first < 0 {
			first = at
		}
		lines = append(lines, fmt.Sprintf(line, other))
	}
	before := strings.Join(lines, "")
	if !strings.HasPrefix(string(content[first:]), before) {
		return nil, errors.New("the lines of the rules do not stand one after the other")
	}
	lines = append(lines, fmt.Sprintf(line, name))
	slices.Sort(lines)
	return slices.Concat(content[:first], []byte(strings.Join(lines, "")), content[first+len(before):]), nil
}
