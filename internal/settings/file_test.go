package settings_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/rulename"
	"github.com/retrylint/retrylint/internal/settings"
)

// all uses each key.
const all = `
rules:
  nojitter: off
  baddirective: on
limit: 12
limits:
  example.com/shop/queue.*: 40
  example.com/shop/...: 50
  example.com/shop/queue.Server.Put: 45
callers:
  example.com/shop/queue.Server.*: 5
  example.com/shop/queue.Server.Put: 3
confidence: low
tests: true
generated: true
exclude:
  - internal/old
  - .../*_mock.go
remote:
  functions: [example.com/shop/store.Load, (*example.com/shop/store.Client).Load]
  types: example.com/shop/store.Store
  packages:
    - example.com/shop/client/...
local:
  functions: [example.com/shop/store.Peek]
libraries:
  - library: ours
    imports: {ours: example.com/ours}
    retriers:
      - symbol: ours.Do
        callback: 0
        attempts: 3
remove:
  - go-redis
  - github.com/hashicorp/go-retryablehttp.Client.Do
`

func parse(t *testing.T, text string) *settings.File {
	t.Helper()
	f, err := settings.Parse("/m/.retrylint.yaml", ".retrylint.yaml", []byte(text))
	require.NoError(t, err)
	return f
}

func TestParse(t *testing.T) {
	f := parse(t, all)
	assert.False(t, f.On("nojitter"))
	assert.True(t, f.On("baddirective"))
	assert.True(t, f.On("nestedretry"), "a rule that is not named is on")
	assert.Equal(t, 12, f.AttemptsLimit())
	assert.True(t, f.Tests)
	assert.True(t, f.Generated)
	assert.Equal(t, []settings.Pattern{"example.com/shop/store.Load", "example.com/shop/store.Client.Load"}, f.Remote.Functions)
	assert.Equal(t, []settings.Pattern{"example.com/shop/store.Store"}, f.Remote.Types)
	require.Len(t, f.Libraries, 1)
	assert.Equal(t, "ours", f.Libraries[0].Name)

	catalog := f.Catalog()
	assert.True(t, catalog.Knows("example.com/ours"))
	assert.NotNil(t, catalog.Package("example.com/ours", "").Name("Do").Retrier)
	assert.False(t, catalog.Knows("github.com/redis/go-redis/v9"))
	retryable := catalog.Package("github.com/hashicorp/go-retryablehttp", "")
	assert.Nil(t, retryable.Name("Client.Do"))
	assert.NotNil(t, retryable.Name("Client.Get"))

	for _, text := range []string{"", "\n", "# nothing\n"} {
		f := parse(t, text)
		assert.True(t, f.On("nojitter"))
		assert.Equal(t, settings.DefaultLimit, f.AttemptsLimit())
		assert.True(t, f.Catalog().Knows("github.com/redis/go-redis/v9"))
	}
}

func TestLimits(t *testing.T) {
	f := parse(t, all)
	for function, want := range map[string]struct {
		key   string
		limit int
	}{
		"example.com/shop/queue.Server.Put":    {"example.com/shop/queue.Server.Put", 45},
		"example.com/shop/queue.Server.Get":    {"example.com/shop/queue.*", 40},
		"example.com/shop/orders.Server.Place": {"example.com/shop/...", 50},
		"example.com/other.F":                  {},
	} {
		key, limit, ok := f.LimitFor(function)
		assert.Equal(t, want.key, key, function)
		assert.Equal(t, want.limit, limit, function)
		assert.Equal(t, want.key != "", ok, function)
	}
	line, column := f.Place("example.com/shop/queue.*")
	assert.Equal(t, [2]int{7, 29}, [2]int{line, column})
	line, column = f.Place("")
	assert.Equal(t, [2]int{5, 8}, [2]int{line, column})
	line, column = parse(t, "").Place("")
	assert.Equal(t, [2]int{}, [2]int{line, column})
	assert.Equal(t, "example.com/m.T.Do", settings.FunctionName("example.com/m", "(*T[K]).Do"))
}

func TestExcludes(t *testing.T) {
	f := parse(t, all)
	for file, want := range map[string]bool{
		"/m/internal/old/a.go":     true,
		"/m/internal/old/b/c/a.go": true,
		"/m/internal/older/a.go":   false,
		"/m/old/a.go":              false,
		"/m/store_mock.go":         true,
		"/m/a/b/store_mock.go":     true,
		"/m/a/b/mock.go":           false,
		"/other/internal/old/a.go": false,
		"/m":                       false,
	} {
		assert.Equal(t, want, f.Excludes(file), file)
	}
}

// Each mistake is said with its place and with what was expected.
func TestErrors(t *testing.T) {
	rules := strings.Join(rulename.All(), ", ")
	const keys = "rules, limit, limits, callers, confidence, tests, generated, exclude, remote, local, libraries, remove"
	for _, test := range []struct{ text, want string }{
		{"rule:\n  nojitter: off\n", `1:1: unknown key "rule", did you mean "rules"?`},
		{"limit: 3\ncolour: red\n", `2:1: unknown key "colour"; expected are ` + keys},
		{"- nojitter\n", `1:1: a list, where keys are expected: ` + keys},
		{"rules: [nojitter]\n", `1:8: a list, where names with values are expected`},
		{"rules:\n  nojiter: off\n", `2:3: unknown rule "nojiter", did you mean "nojitter"?`},
		{"rules:\n  errcheck: off\n", `2:3: unknown rule "errcheck"; known are ` + rules},
		{"rules:\n  nojitter: never\n", `2:13: "never", where on or off is expected`},
		{"rules:\n  nojitter:\n", `2:13: nothing, where one value is expected`},
		{"rules:\n  nojitter: off\n  nojitter: on\n", `3:3: not YAML: mapping key "nojitter" already defined at [2:3]`},
		{"limit:\n", `1:1: limit has no value`},
		{"limit: ten\n", `1:8: "ten", where a whole number from 1 to 1000000 is expected`},
		{"callers: {Handle: 3}\n", `1:11: "Handle", where the path of a package and a function in it are expected, such as "example.com/shop/gateway.Server.Order"`},
		{"limits: {a.B: none}\n", `1:15: "none", where a whole number from 1 to 1000000 is expected`},
		{"limits:\n  a.B:\n", `2:8: nothing, where one value is expected`},
		{"limits: {B: 3}\n", `1:10: "B", where the path of a package and a function in it are expected, such as "example.com/shop/gateway.Server.Order"`},
		{"limits: 3\n", `1:9: a value, where names with values are expected`},
		{"callers: {a.B: none}\n", `1:16: "none", where a whole number from 1 to 1000000 is expected`},
		{"limit: 0\n", `1:8: "0", where a whole number from 1 to 1000000 is expected`},
		{"limit: [10]\n", `1:8: a list, where one value is expected`},
		{"confidence: sure\n", `1:13: "sure", where high, medium or low is expected`},
		{"tests: yes\n", `1:8: "yes", where true or false is expected`},
		{"exclude: /home/me/m/a\n", `1:10: "/home/me/m/a", where a path with slashes below the directory of this file is expected, such as internal/old`},
		{"exclude: [a, ../b]\n", `1:14: "../b", where a path with slashes below the directory of this file is expected, such as internal/old`},
		{"exclude: ./a\n", `1:10: "./a", where a path with slashes below the directory of this file is expected, such as internal/old`},
		{"exclude: a/**/b\n", `1:10: "a/**/b" has **, which is not used here: ... stands for any number of elements`},
		{"exclude: 'a/[b'\n", `1:10: "a/[b" is no pattern: [b has a bracket without its other half`},
		{"remote:\n  function: a.B\n", `2:3: unknown key "function", did you mean "functions"?`},
		{"remote: example.com/m/store\n", `1:9: "example.com/m/store", where keys are expected: functions, types, packages`},
		{"remote:\n  functions:\n    - Load\n", `3:7: "Load", where the path of a package and a name in it are expected, such as "example.com/shop/store.Store"`},
		{"remote:\n  types: example.com/m/store\n", `2:10: "example.com/m/store", where the path of a package and a name in it are expected, such as "example.com/shop/store.Store"`},
		{"remote:\n  functions: (*store.Client.Load\n", `2:14: "(*store.Client.Load", where a name as "example.com/shop/store.Client.Load" or "(*example.com/shop/store.Client).Load" is expected`},
		{"remote:\n  packages: [a b]\n", `2:14: "a b", where the full name of a function, a type or a package is expected, such as "example.com/shop/store.Client.Load"`},
		{"libraries:\n  - imports: {a: example.com/a}\n", `2:5: the name of the library is missing (library:)`},
		{"libraries:\n  - library: a\n    imports: {a: example.com/a}\n    retrier: []\n", `4:5: unknown key "retrier", did you mean "retriers"?`},
		{"libraries:\n  - library: a\n    imports: {a: example.com/a}\n  - library: a\n    imports: {a: example.com/b}\n", `4:5: a second library "a"; one has all that is known of it`},
		{"libraries:\n  - library: a\n    imports: {a: example.com/a}\n    retriers:\n      - symbol: a.Do\n        callback: 0\n        attempts: 3\n        since: v1.2.0\n",
			`8:9: since needs the version of example.com/a, and versions are known only of libraries that the tool knows by itself`},
		{"remove: [go-rediss]\n", `1:10: unknown library "go-rediss", did you mean "go-redis"?`},
		{"remove: [example.com/a.F]\n", `1:10: unknown library "example.com/a.F"; known are `},
		{"a: b: c\n", `1:4: not YAML: mapping value is not allowed in this context`},
		{"limit: &x 3\n", `1:8: anchors, aliases and tags are not used here; write the value out`},
		{"limit: 3\n---\nlimit: 4\n", `3:6: a second document; a file holds one`},
	} {
		_, err := settings.Parse("/m/.retrylint.yaml", ".retrylint.yaml", []byte(test.text))
		if assert.Error(t, err, test.text) {
			want := ".retrylint.yaml:" + test.want
			if strings.HasSuffix(want, " ") {
				assert.Contains(t, err.Error(), want)
			} else {
				assert.Equal(t, want, err.Error(), test.text)
			}
		}
	}

	for name, text := range map[string]string{
		"the file is not text; settings are YAML in UTF-8":      "limit: 3\x00",
		"the file is not text; settings are YAML in UTF-8 ":     "limit: \xff",
		"the file is larger than 256 KiB; settings are shorter": strings.Repeat("#", settings.MaxSize+1),
	} {
		_, err := settings.Parse("/m/.retrylint.yaml", ".retrylint.yaml", []byte(text))
		assert.EqualError(t, err, ".retrylint.yaml: "+strings.TrimSpace(name))
	}
}

// All mistakes are said at once, in the order of the file.
func TestErrorsTogether(t *testing.T) {
	_, err := settings.Parse("/m/.retrylint.yaml", "x.yaml", []byte("limit: ten\nrules:\n  nojiter: off\ncolor: red\nremote:\n  functions: Load\n"))
	require.Error(t, err)
	assert.Equal(t, []string{
		`x.yaml:1:8: "ten", where a whole number from 1 to 1000000 is expected`,
		`x.yaml:3:3: unknown rule "nojiter", did you mean "nojitter"?`,
		`x.yaml:4:1: unknown key "color"; expected are rules, limit, limits, callers, confidence, tests, generated, exclude, remote, local, libraries, remove`,
		`x.yaml:6:14: "Load", where the path of a package and a name in it are expected, such as "example.com/shop/store.Store"`,
	}, strings.Split(err.Error(), "\n"))
}

// What would take the parser hours is not given to it.
func TestDeepNesting(t *testing.T) {
	for _, text := range []string{
		"rules: " + strings.Repeat("[", settings.MaxSize-10),
		"rules:\n  {" + strings.Repeat("{a: ", settings.MaxSize/4-10),
		"rules:\n  " + strings.Repeat("- ", settings.MaxSize/2-10),
	} {
		_, err := settings.Parse("/m/.retrylint.yaml", ".retrylint.yaml", []byte(text))
		line := strings.Count(text, "\n") + 1
		assert.EqualError(t, err, fmt.Sprintf(".retrylint.yaml:%d: what begins here nests deeper than 100", line))
	}
}

func TestDigest(t *testing.T) {
	digest := func(text string, all bool) string {
		d, err := parse(t, text).Digest(all)
		require.NoError(t, err)
		return string(d)
	}
	assert.Equal(t, digest("limit: 10\ntests: true", true), digest("# why\ntests: true\n\nlimit: 10\n", true))
	for _, choice := range []string{"tests: true", "rules: {nojitter: off}", "confidence: high", "exclude: a", "generated: true"} {
		assert.NotEqual(t, digest("limit: 10", true), digest("limit: 10\n"+choice, true), choice)
		assert.Equal(t, digest("limit: 10", false), digest("limit: 10\n"+choice, false), choice)
	}
	for _, change := range []string{"limit: 11", "callers: {a.B: 2}", "remote: {types: a.B}", "local: {types: a.B}", "remove: go-redis", "libraries: {library: a, imports: {a: b}}"} {
		assert.NotEqual(t, digest("tests: true", true), digest("tests: true\n"+change, true), change)
		assert.NotEqual(t, digest("tests: true", false), digest("tests: true\n"+change, false), change)
	}
}

// Flags win over the file.
func TestShows(t *testing.T) {
	rec := func(change func(*record.Record)) *record.Record {
		r := &record.Record{Rule: "nojitter", Confidence: record.High, Position: record.Position{File: "/m/a.go", Line: 1}}
		change(r)
		return r
	}
	plain := rec(func(*record.Record) {})
	test := rec(func(r *record.Record) { r.Test = true })
	generated := rec(func(r *record.Record) { r.Generated = true })
	medium := rec(func(r *record.Record) { r.Confidence = record.Medium })
	low := rec(func(r *record.Record) { r.Confidence = record.Low })
	ignored := rec(func(r *record.Record) { r.Ignored = new(record.Ignore) })
	excluded := rec(func(r *record.Record) { r.Position.File = "/m/old/a.go" })
	records := map[string]*record.Record{
		"plain": plain, "test": test, "generated": generated, "medium": medium, "low": low, "ignored": ignored, "excluded": excluded,
	}
	set := func(value string) (c settings.Choice) {
		require.NoError(t, c.Set(value))
		return c
	}
	for _, test := range []struct {
		file  string
		flags settings.Flags
		want  []string
	}{
		{"", settings.Flags{}, []string{"plain", "medium", "excluded"}},
		{"tests: true", settings.Flags{}, []string{"plain", "medium", "excluded", "test"}},
		{"tests: true", settings.Flags{Tests: set("false")}, []string{"plain", "medium", "excluded"}},
		{"", settings.Flags{Tests: set("true"), Generated: set("true")}, []string{"plain", "medium", "excluded", "test", "generated"}},
		{"generated: true", settings.Flags{}, []string{"plain", "medium", "excluded", "generated"}},
		{"confidence: high", settings.Flags{}, []string{"plain", "excluded"}},
		{"confidence: low", settings.Flags{}, []string{"plain", "medium", "excluded", "low"}},
		{"confidence: high", settings.Flags{Low: set("true")}, []string{"plain", "medium", "excluded", "low"}},
		{"confidence: low", settings.Flags{Low: set("false")}, []string{"plain", "medium", "excluded"}},
		{"exclude: old", settings.Flags{}, []string{"plain", "medium"}},
		{"rules: {nojitter: off}", settings.Flags{}, nil},
	} {
		file := parse(t, test.file)
		var shown []string
		for name, r := range records {
			if test.flags.Shows(file, r) {
				shown = append(shown, name)
			}
		}
		assert.ElementsMatch(t, test.want, shown, "%s %+v", test.file, test.flags)
	}
	assert.True(t, settings.Flags{}.Selects(new(settings.File), ignored))
	assert.Error(t, new(settings.Choice).Set("maybe"))
}
