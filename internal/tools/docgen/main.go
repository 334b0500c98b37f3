// Command docgen writes the pages under docs/rules and the table of rules in the README
// from the documentation of the rules, the tables of keys in docs/settings.md from the
// comments of the settings, and docs/command.md from the help and the flags of the
// command. It runs in the root of the module.
package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"github.com/retrylint/retrylint"
	"github.com/retrylint/retrylint/flags"
	"github.com/retrylint/retrylint/internal/driver"
	"github.com/retrylint/retrylint/internal/rulepage"
)

func main() {
	if err := write("."); err != nil {
		fmt.Fprintln(os.Stderr, "docgen:", err)
		os.Exit(1)
	}
}

// write writes the files below the root of the module.
func write(root string) error {
	files, err := generated(root)
	if err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// generated returns the pages by their paths in the module: those that are generated as a
// whole, and those below the root with tables that are.
func generated(root string) (map[string]string, error) {
	files := map[string]string{filepath.Join("docs", "command.md"): commandPage()}
	for _, a := range retrylint.Rules() {
		text := fmt.Sprintf("<!-- Generated from analyzers/%s/doc.go by go generate; do not edit. -->\n\n", a.Name)
		files[filepath.Join("docs", "rules", a.Name+".md")] = text + rulepage.Markdown(a)
	}
	keys, err := settingsTables(root)
	if err != nil {
		return nil, err
	}
	for name, tables := range map[string]map[string]string{
		"README.md":                          {"Generated from the documentation of the rules by go generate; do not edit.": rulesTable()},
		filepath.Join("docs", "settings.md"): keys,
	} {
		content, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		text := string(content)
		for begin, table := range tables {
			if text, err = withTable(text, "<!-- "+begin+" -->\n", table); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		files[name] = text
	}
	return files, nil
}

// tableEnd is the line below a table.
const tableEnd = "<!-- End of what is generated. -->\n"

// withTable returns a text with a table as it is now, between the line that begins it and
// the next that ends one.
func withTable(text, begin, table string) (string, error) {
	before, rest, begins := strings.Cut(text, begin)
	_, after, ends := strings.Cut(rest, tableEnd)
	if !begins || !ends {
		return "", fmt.Errorf("there is no table between %q and %q", begin, tableEnd)
	}
	return before + begin + "\n" + table + "\n" + tableEnd + after, nil
}

// rulesTable returns the table of rules.
func rulesTable() string {
	var table strings.Builder
	table.WriteString("| rule | |\n|---|---|\n")
	for _, a := range retrylint.Rules() {
		fmt.Fprintf(&table, "| [%s](docs/rules/%[1]s.md) | %s |\n", a.Name, strings.TrimPrefix(rulepage.Summary(a), "find "))
	}
	return table.String()
}

// page is the path of a page in a comment.
var page = regexp.MustCompile(`\bdocs/([a-z-]+\.md)`)

// settingsTables returns the tables of the keys of the settings, by the lines that begin
// them.
func settingsTables(root string) (map[string]string, error) {
	const source = "internal/settings/file.go"
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, filepath.FromSlash(source)), nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	tables := make(map[string]string)
	for n := range ast.Preorder(file) {
		spec, ok := n.(*ast.TypeSpec)
		if !ok || spec.Name.Name != "File" && spec.Name.Name != "Names" {
			continue
		}
		var table strings.Builder
		table.WriteString("| key | value | |\n|---|---|---|\n")
		for _, f := range spec.Type.(*ast.StructType).Fields.List {
			if f.Tag == nil {
				continue
			}
			tag := reflect.StructTag(strings.Trim(f.Tag.Value, "`"))
			text := strings.Join(strings.Fields(f.Doc.Text()), " ")
			text = regexp.MustCompile(`^`+f.Names[0].Name+` (is |are )?`).ReplaceAllString(text, "")
			text = page.ReplaceAllString(text, "[$0]($1)")
			fmt.Fprintf(&table, "| `%s` | %s | %s%s |\n", tag.Get("yaml"), tag.Get("value"), strings.ToUpper(text[:1]), text[1:])
		}
		tables[fmt.Sprintf("Generated from type %s in %s by go generate; do not edit.", spec.Name.Name, source)] = table.String()
	}
	return tables, nil
}

// commandPage returns the page about the command.
func commandPage() string {
	var b strings.Builder
	b.WriteString("<!-- Generated from internal/driver by go generate; do not edit. -->\n\n" +
		"# The command\n\n`retrylint -help` prints\n\n```text\n" + driver.Help() + "```\n")
	for _, set := range driver.Flags() {
		name := set.Name()
		if name != "retrylint" {
			name = "retrylint " + name
		}
		fmt.Fprintf(&b, "\n## Flags of %s\n\n", name)
		if set.Name() == "baseline" {
			b.WriteString("It takes the flags of retrylint that choose findings, `-baseline`, and to write:\n\n")
		}
		b.WriteString(flagTable(set, "-"))
	}
	b.WriteString("\n## Flags under go vet\n\n")
	b.WriteString(flagTable(&flags.Analyzer.Flags, "-"+flags.Analyzer.Name+"."))
	return b.String()
}

// flagTable returns the table of some flags, whose names get a prefix.
func flagTable(set *flag.FlagSet, prefix string) string {
	var table strings.Builder
	table.WriteString("| flag | |\n|---|---|\n")
	set.VisitAll(func(f *flag.Flag) {
		name, usage := flag.UnquoteUsage(f)
		if name != "" {
			name = "=" + name
		}
		fmt.Fprintf(&table, "| `%s%s%s` | %s |\n", prefix, f.Name, name, usage)
	})
	return table.String()
}
