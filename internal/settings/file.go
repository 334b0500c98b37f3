package settings

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/catalog/builtin"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/rulename"
	"github.com/retrylint/retrylint/internal/yamlfile"
)

// FileName is the name of the file with the settings of a module.
const FileName = ".retrylint.yaml"

// MaxSize is the largest size of a file with settings in bytes.
const MaxSize = 256 << 10

// DefaultLimit is the limit of nestedretry if nothing else is set.
const DefaultLimit = 10

// File is what a file with settings says. The comments of its keys, and what their values
// are, stand in the table of docs/settings.md.
type File struct {
	// Rules are on unless they are turned off here. `retrylint rules` lists them.
	Rules map[string]Switch `yaml:"rules" value:"names of rules, each on or off"`
	// Limit is what nestedretry lets pass: retries of one request that multiply to more attempts
	// are reported.
	Limit Number `yaml:"limit" value:"a number, default 10"`
	// Limits are for entry points: how many attempts of one operation a call of the function may
	// make, or a request if `callers` tells of those who send it. There it takes the place of
	// `limit`, and it holds whether the function retries something itself or only calls what
	// does. The name of a function comes before patterns, and of several patterns that fit the
	// smallest number counts. They only fall: docs/gate.md says how.
	Limits map[string]*Number `yaml:"limits" value:"names of functions, each with a number"`
	// Callers are those who call the function from outside of the program: a client application,
	// a mesh, a queue that redelivers. The number is how many attempts they make at most, the
	// first included. It counts as a retry site around the function, which nestedretry reports
	// if that makes too much of a call path. In source, the directive `//retrylint:callers` says
	// the same, and wins.
	Callers map[string]Number `yaml:"callers" value:"names of functions, each with a number"`
	// Confidence is the least confidence of what is shown. The flag `-low` shows everything
	// whatever stands here.
	Confidence Confidence `yaml:"confidence" value:"high, medium or low, default medium"`
	// Tests shows findings in tests, as the flag `-tests` does; `-tests=false` wins. Tests are
	// `_test.go` files, files that import `testing` or what only tests are made with (testify,
	// ginkgo, gomega, gotest.tools), and packages below folders named `test`, `tests`,
	// `testing`, `testutil`, `testhelper` or `e2e`.
	Tests bool `yaml:"tests" value:"true or false, default false"`
	// Generated shows findings in generated files, as the flag `-generated` does;
	// `-generated=false` wins.
	Generated bool `yaml:"generated" value:"true or false, default false"`
	// Exclude are files whose findings are not shown. What names a directory stands for all
	// below it. Paths have slashes and are relative to the settings file.
	Exclude []Glob `yaml:"exclude" value:"paths"`
	// Remote is what reaches another process although its source does not show it.
	Remote Names `yaml:"remote" value:"names, see below"`
	// Local is what reaches none, although its source or its signature suggests it: a call with
	// a context and an error counts as probably remote. Where both hold, `remote` counts.
	Local Names `yaml:"local" value:"names, see below"`
	// Libraries are more than those that the tool knows, or others instead of them, in the
	// format of docs/adding-a-library.md. What is said of a function, field or type replaces
	// what was known of it; a library with the name of a known one replaces all of that. `since`
	// and `until` need a version, and versions are known only of packages that the tool knows by
	// itself.
	Libraries []*catalog.Library `yaml:"libraries" value:"a list of libraries"`
	// Remove is what the tool is to forget: a library, or a function, method
	// (`path.Type.Method`), field or type of one. `retrylint libraries` lists them.
	Remove []string `yaml:"remove" value:"names of libraries, or path.Name"`

	// dir is the directory of the file, doc knows where its values stand.
	dir string
	doc *yamlfile.Document
	// extended builds the catalogue once.
	extended func() *catalog.Catalog
}

// Names are functions, in one of three ways. In names and paths * stands for any part
// of one element between slashes, and ... for any number of elements.
type Names struct {
	// Functions are functions and methods: `example.com/shop/store.Load`,
	// `example.com/shop/store.Client.Load`, or as messages print the latter,
	// `(*example.com/shop/store.Client).Load`.
	Functions []Pattern `yaml:"functions" value:"full names"`
	// Types are interfaces and other named types: all methods that the type declares. Of a type
	// of functions, its calls.
	Types []Pattern `yaml:"types" value:"full names"`
	// Packages are all functions and methods of the package that return an error.
	Packages []Pattern `yaml:"packages" value:"import paths"`
}

// IsZero reports whether nothing is named.
func (n *Names) IsZero() bool {
	return len(n.Functions) == 0 && len(n.Types) == 0 && len(n.Packages) == 0
}

// Switch is on or off.
type Switch bool

// UnmarshalText reads on or off, true or false.
func (s *Switch) UnmarshalText(text []byte) error {
	switch string(text) {
	case "on", "true":
		*s = true
	case "off", "false":
		*s = false
	default:
		return fmt.Errorf("%q, where on or off is expected", text)
	}
	return nil
}

// Number is a limit on attempts.
type Number int

// UnmarshalText reads a whole number of attempts.
func (n *Number) UnmarshalText(text []byte) error {
	i, err := strconv.Atoi(string(text))
	if err != nil || i < 1 || i > 1_000_000 {
		return fmt.Errorf("%q, where a whole number from 1 to 1000000 is expected", text)
	}
	*n = Number(i)
	return nil
}

// Confidence is the least confidence of what is shown.
type Confidence record.Confidence

// UnmarshalText reads high, medium or low.
func (c *Confidence) UnmarshalText(text []byte) error {
	switch r := record.Confidence(text); r {
	case record.High, record.Medium, record.Low:
		*c = Confidence(r)
		return nil
	}
	return fmt.Errorf("%q, where high, medium or low is expected", text)
}

// Glob is a path relative to the settings file, with * and ... as in [Names].
type Glob string

// UnmarshalText reads a path with slashes.
func (g *Glob) UnmarshalText(text []byte) error {
	s := strings.TrimSuffix(string(text), "/")
	switch {
	case s == "" || s != path.Clean(s) || path.IsAbs(s) || s == "." || s == ".." || strings.HasPrefix(s, "../") || strings.Contains(s, `\`):
		return fmt.Errorf("%q, where a path with slashes below the directory of this file is expected, such as internal/old", text)
	}
	*g = Glob(s)
	return checkPattern(s)
}

// Pattern is the name of functions or types, or the path of packages.
type Pattern string

// UnmarshalText reads a name, which may be written as Go prints it:
// (*example.com/shop/store.Client).Load.
func (n *Pattern) UnmarshalText(text []byte) error {
	s := string(text)
	if rest, ok := strings.CutPrefix(s, "("); ok {
		recv, method, closed := strings.Cut(strings.TrimPrefix(rest, "*"), ")")
		s = recv + method
		if !closed || !strings.HasPrefix(method, ".") {
			return fmt.Errorf("%q, where a name as %q or %q is expected", text, "example.com/shop/store.Client.Load", "(*example.com/shop/store.Client).Load")
		}
	}
	if s == "" || strings.ContainsAny(s, " \t\n(){}\\,;") || strings.HasPrefix(s, "/") || strings.HasSuffix(s, "/") {
		return fmt.Errorf("%q, where the full name of a function, a type or a package is expected, such as %q", text, "example.com/shop/store.Client.Load")
	}
	*n = Pattern(s)
	return checkPattern(s)
}

func checkPattern(s string) error {
	for elem := range strings.SplitSeq(s, "/") {
		if strings.Contains(elem, "**") {
			return fmt.Errorf("%q has **, which is not used here: ... stands for any number of elements", s)
		}
		if _, err := path.Match(elem, ""); err != nil {
			return fmt.Errorf("%q is no pattern: %s has a bracket without its other half", s, elem)
		}
	}
	return nil
}

// Parse reads a file with settings, given its path and what it holds. The name is
// what errors call the file; each of them is one line with line and column, and all
// of them are returned at once.
func Parse(file, name string, data []byte) (*File, error) {
	if err := yamlfile.Admit(name, data, MaxSize, "settings are"); err != nil {
		return nil, err
	}
	f := &File{dir: filepath.Dir(file)}
	f.extended = sync.OnceValue(func() *catalog.Catalog { return builtin.Catalog().Extend(f.Libraries, f.Remove) })
	if saysNothing(data) {
		return f, nil
	}
	doc, err := yamlfile.Decode(name, data, f)
	f.doc = doc
	f.check(doc)
	if err == nil {
		// What was not read is not to be blamed for what is missing.
		f.checkLibraries(doc)
	}
	if err := doc.Err(); err != nil {
		return nil, err
	}
	return f, nil
}

// saysNothing reports whether a file holds no more than comments.
func saysNothing(data []byte) bool {
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return true
}

// check adds which names mean nothing.
func (f *File) check(doc *yamlfile.Document) {
	for rule := range f.Rules {
		if !rulename.Known(rule) {
			doc.Errorf(&f.Rules, rule, "%s", rulename.Unknown("rule", rule, rulename.All()))
		}
	}
	for _, n := range []*Names{&f.Remote, &f.Local} {
		for _, list := range []*[]Pattern{&n.Functions, &n.Types} {
			for i := range *list {
				if name := &(*list)[i]; !isSymbol(*name) {
					doc.Errorf(name, "", "%q, where the path of a package and a name in it are expected, such as %q", *name, "example.com/shop/store.Store")
				}
			}
		}
	}
	checkFunctions(doc, &f.Limits, slices.Sorted(maps.Keys(f.Limits)))
	checkFunctions(doc, &f.Callers, slices.Sorted(maps.Keys(f.Callers)))
	f.checkRemove(doc)
}

// checkFunctions adds which of the keys of a value are no names of functions.
func checkFunctions(doc *yamlfile.Document, of any, names []string) {
	for _, name := range names {
		var p Pattern
		if err := p.UnmarshalText([]byte(name)); err != nil {
			doc.Errorf(of, name, "%v", err)
		} else if string(p) != name || !isSymbol(p) {
			doc.Errorf(of, name, "%q, where the path of a package and a function in it are expected, such as %q", name, "example.com/shop/gateway.Server.Order")
		}
	}
}

// isSymbol reports whether a name is that of something in a package.
func isSymbol(p Pattern) bool {
	return strings.Contains(path.Base(string(p)), ".") || strings.HasSuffix(string(p), "...")
}

// checkLibraries adds what is wrong in the libraries.
func (f *File) checkLibraries(doc *yamlfile.Document) {
	names := make(map[string]bool)
	for _, lib := range f.Libraries {
		lib.Check(doc)
		if path := unversioned(lib); path != "" {
			eachFact(reflect.ValueOf(lib).Elem(), func(fact *catalog.Fact) {
				for _, key := range []string{"since", "until"} {
					if version := map[string]string{"since": fact.Since, "until": fact.Until}[key]; version != "" {
						doc.Errorf(fact, key, "%s needs the version of %s, and versions are known only of libraries that the tool knows by itself", key, path)
					}
				}
			})
		}
		if names[lib.Name] {
			doc.Errorf(lib, "library", "a second library %q; one has all that is known of it", lib.Name)
		}
		names[lib.Name] = true
	}
}

// unversioned returns the first package of a library whose version is not known; "" if
// all are. A package says its version itself if the tool knows it.
func unversioned(lib *catalog.Library) string {
	for _, path := range slices.Sorted(maps.Values(lib.Imports)) {
		if !builtin.Catalog().Knows(path) {
			return path
		}
	}
	return ""
}

// eachFact calls f for each fact in a value.
func eachFact(v reflect.Value, f func(*catalog.Fact)) {
	if fact, ok := v.Addr().Interface().(*catalog.Fact); ok {
		f(fact)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				eachFact(v.Field(i), f)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachFact(v.Index(i), f)
		}
	}
}

// checkRemove looks for what is to be forgotten.
func (f *File) checkRemove(doc *yamlfile.Document) {
	if len(f.Remove) == 0 {
		return
	}
	var libs []string
	for _, lib := range builtin.Catalog().Libraries() {
		libs = append(libs, lib.Name)
	}
	for i := range f.Remove {
		name := f.Remove[i]
		if slices.Contains(libs, name) || knows(name) {
			continue
		}
		doc.Errorf(&f.Remove[i], "", "%s", rulename.Unknown("library", name, libs))
	}
}

// knows reports whether anything is known of a symbol, or of its package.
func knows(symbol string) bool {
	last := strings.LastIndexByte(symbol, '/')
	for i := last + 1; i < len(symbol); i++ {
		if symbol[i] == '.' && builtin.Catalog().Knows(symbol[:i]) {
			return true
		}
	}
	return false
}

// On reports whether a rule is on.
func (f *File) On(rule string) bool {
	on, named := f.Rules[rule]
	return bool(on) || !named
}

// AttemptsLimit returns the number of attempts of one request above which nestedretry
// reports.
func (f *File) AttemptsLimit() int {
	if f.Limit == 0 {
		return DefaultLimit
	}
	return int(f.Limit)
}

// LimitFor returns the limit of a function, given its name as in Limits, and the key that
// says it; ok is false if none does. Its own name comes before patterns, and of several of
// these the smallest number counts.
func (f *File) LimitFor(function string) (key string, limit int, ok bool) {
	if n := f.Limits[function]; n != nil {
		return function, int(*n), true
	}
	for _, name := range slices.Sorted(maps.Keys(f.Limits)) {
		if n := int(*f.Limits[name]); catalog.PathMatches(name, function) && (!ok || n < limit) {
			key, limit, ok = name, n, true
		}
	}
	return key, limit, ok
}

// LimitOf is as LimitFor for a declared function.
func (f *File) LimitOf(fn *types.Func) (limit int, ok bool) {
	if len(f.Limits) == 0 {
		return 0, false
	}
	symbol, ok := catalog.SymbolOf(fn.Origin())
	if !ok {
		return 0, false
	}
	_, limit, ok = f.LimitFor(symbol.String())
	return limit, ok
}

// Place returns the line and the column of the number of a limit, given its key in Limits;
// those of Limit for "". Both are 0 if nothing says it.
func (f *File) Place(key string) (line, column int) {
	switch n := f.Limits[key]; {
	case f.doc == nil:
		return 0, 0
	case key == "":
		return f.doc.Place(&f.Limit, "")
	case n == nil:
		return 0, 0
	default:
		return f.doc.Place(n, "")
	}
}

// CallersOf returns how many attempts those make at most who call a function from
// outside of the program, 0 if nothing is said. Of several names the largest number
// counts.
func (f *File) CallersOf(fn *types.Func) int {
	if len(f.Callers) == 0 {
		return 0
	}
	symbol, ok := catalog.SymbolOf(fn.Origin())
	if !ok {
		return 0
	}
	most := 0
	for name, n := range f.Callers {
		if catalog.PathMatches(name, symbol.String()) {
			most = max(most, int(n))
		}
	}
	return most
}

// Excludes reports whether findings in a file, given its absolute path, are not
// shown.
func (f *File) Excludes(file string) bool {
	if len(f.Exclude) == 0 {
		return false
	}
	rel, err := filepath.Rel(f.dir, file)
	if err != nil {
		return false
	}
	for p := filepath.ToSlash(rel); p != "." && p != "/" && p != ".."; p = path.Dir(p) {
		if slices.ContainsFunc(f.Exclude, func(g Glob) bool { return catalog.PathMatches(string(g), p) }) {
			return true
		}
	}
	return false
}

// Catalog returns the catalogue with what the file adds and removes. It is safe for
// concurrent use.
func (f *File) Catalog() *catalog.Catalog {
	if len(f.Libraries) == 0 && len(f.Remove) == 0 {
		return builtin.Catalog()
	}
	return f.extended()
}

// Digest returns a digest of what the file says. Without all, what only chooses among
// records does not enter it.
func (f *File) Digest(all bool) ([]byte, error) {
	part := *f
	if !all {
		part = File{Limit: f.Limit, Limits: f.Limits, Callers: f.Callers, Remote: f.Remote, Local: f.Local, Libraries: f.Libraries, Remove: f.Remove}
	}
	data, err := json.Marshal(&part)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	sum := sha256.Sum256(data)
	return sum[:], nil
}
