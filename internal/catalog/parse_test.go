package catalog_test

import (
	"cmp"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/yamlfile"
)

// head is the beginning of a file, three lines.
const head = "library: example\nabout: a library\nimports: {lib: example.com/lib}\n"

func TestMistakes(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"key", head + "setings: []", `:4:1: unknown key "setings", did you mean "settings"?`},
		{"no imports", "library: example", `:1:1: imports are missing: the packages of the library by the names that its symbols begin with`},
		{"no name", "imports: {lib: example.com/lib}", `:1:1: the name of the library is missing (library:)`},
		{"symbol", head + "marks:\n  - symbol: (*lib.T).Do\n    means: final",
			`:5:13: "(*lib.T).Do", where a symbol is expected as "redis.NewClient", "redis.Client.Process" or "redis.Options.MaxRetries": ` +
				`the name of a package in imports, a dot, and what it declares, without pointers and type parameters`},
		{"package", head + "marks:\n  - symbol: libs.Do\n    means: final", `:5:13: package "libs" is not among the imports, did you mean "lib"?`},
		{"other package", head + "marks:\n  - symbol: redis.Do\n    means: final", `:5:13: package "redis" is not among the imports, which are lib`},
		{"word", head + "marks:\n  - symbol: lib.Do\n    means: finall", `:6:12: "finall", did you mean "final"?`},
		{"other word", head + "marks:\n  - symbol: lib.Do\n    means: over", `:6:12: "over", where one of these is expected: final, retriable`},
		{"missing word", head + "marks:\n  - symbol: lib.Do", `:5:5: what the mark means is missing: final or retriable`},
		{"missing symbol", head + "marks:\n  - means: final", `:5:5: the symbol is missing`},
		{"place", head + "retriers:\n  - symbol: lib.Do\n    callback: first",
			`:6:15: "first", where the index of a parameter (from 0), "receiver" or "last" is expected`},
		{"bound", head + "retriers:\n  - symbol: lib.Do\n    attempts: many",
			`:6:15: "many", where a number of attempts, "unlimited", "until the deadline", "unknown", "within 15m" or "within 15m, about 25" is expected`},
		{"status", head + "policies:\n  - symbol: lib.P\n    decision: {statuses: [5xx]}",
			`:6:27: "5xx", where a status is expected as "429", "500-599" or "not 501"`},
		{"code", head + "policies:\n  - symbol: lib.P\n    decision: {codes: [Unavailible]}", `:6:24: "Unavailible", did you mean "Unavailable"?`},
		{"version", head + "marks:\n  - symbol: lib.Do\n    means: final\n    since: 1.2", `:7:5: "1.2", where a version is expected as v1.2.3`},
		{"no version left", head + "marks:\n  - symbol: lib.Do\n    means: final\n    since: v1.2.0\n    until: v1.2.0",
			`:8:5: until v1.2.0 is not after since v1.2.0: no version is left`},
		{"type", head + "clients:\n  - name: c\n    calls:\n      - symbol: lib.*\n        takes: Context",
			`:8:16: "Context", where a type is expected as "context.Context", "net/http.Client" or "error"`},
		{"zero", head + "settings:\n  - symbol: lib.N\n    sets: attempts\n    counts: retries",
			`:7:5: what zero means is missing: default, off, unlimited, never runs, invalid or unknown`},
		{"counts", head + "settings:\n  - symbol: lib.N\n    sets: attempts\n    zero: off",
			`:6:5: either counts (attempts or retries) or attempts (a number that it always gives) is missing`},
		{"sets", head + "settings:\n  - symbol: lib.N", `:5:5: what it sets is missing (sets:)`},
		{"not of attempts", head + "settings:\n  - symbol: lib.N\n    sets: wait\n    counts: retries",
			`:7:5: counts is for settings of attempts only; this one sets wait`},
		{"unknown setting", head + "retriers:\n  - symbol: lib.Do\n    settings: [lib.N]", `:6:5: example.com/lib.N is not among the settings of the file`},
		{"nothing leads to it", head + "clients:\n  - name: c", `:5:5: client c has neither calls nor made-by: nothing leads to it`},
		{"second client", head + "clients:\n  - {name: c, calls: [lib.F]}\n  - {name: c, calls: [lib.G]}",
			`:6:6: a second client "c"; versions of one client have since or until`},
		{"class of errors", head + "clients:\n  - {name: c, calls: [lib.F], returns: [e]}", `:5:31: there is no class of errors "e" in errors`},
		{"client", head + "strippers:\n  - {symbol: lib.C.Inner, client: c, by: read}", `:5:27: there is no client "c" in the file`},
		{"anywhere", "library: example\nimports: {any: \"...\"}\nclients:\n  - {name: c, calls: [any.*.*]}",
			`:4:23: a class of functions anywhere needs takes: a type of a package that tells them`},
		{"several", head + "settings:\n  - symbol: lib.N\n    sets: attempt\nmarks:\n  - symbol: lib.Do\n    mean: final",
			`:6:11: "attempt", did you mean "attempts"?` + "\nf.yaml:9:5: unknown key \"mean\", did you mean \"means\"?"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := catalog.Parse("f.yaml", []byte(test.text))
			require.Error(t, err)
			assert.Equal(t, "f.yaml"+test.want, err.Error())
			var first *yamlfile.Error
			assert.ErrorAs(t, err, &first)
		})
	}
}

// The example of docs/adding-a-library.md is a file, and its mistake is reported as it
// says.
func TestExampleOfPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/adding-a-library.md")
	require.NoError(t, err)
	var file strings.Builder
	_, rest, ok := strings.Cut(string(page), "    library: fetch\n")
	require.True(t, ok)
	file.WriteString("library: fetch\n")
	for line := range strings.Lines(rest) {
		if text, indented := strings.CutPrefix(line, "    "); indented || line == "\n" {
			file.WriteString(cmp.Or(text, line))
		} else {
			break
		}
	}
	lib, err := catalog.Parse("catalog/fetch.yaml", []byte(file.String()))
	require.NoError(t, err)
	assert.Equal(t, catalog.Attempts(4), lib.ClientAttempts(lib.Client("fetch.Client")))
	assert.Equal(t, catalog.Attempts(5), lib.RetrierAttempts(&lib.Retriers[0]))

	_, err = catalog.Parse("catalog/fetch.yaml", []byte(strings.Replace(file.String(), "counts: retries", "counts: retrys", 1)))
	require.Error(t, err)
	assert.True(t, strings.Contains(string(page), "\n    "+err.Error()+"\n"), err)
}

// Each number of a setting, and what it gives.
func TestAttemptsOf(t *testing.T) {
	unlimited, byDefault := catalog.Bound{Kind: catalog.Unlimited}, catalog.Bound{Kind: catalog.ByDefault}
	for _, test := range []struct {
		keys      string
		byDefault catalog.Bound
		of        map[int64]catalog.Bound
	}{
		{"counts: retries, default: 3, zero: default, negative: off", catalog.Attempts(4), map[int64]catalog.Bound{
			5: catalog.Attempts(6), 1: catalog.Attempts(2), 0: catalog.Attempts(4), -1: catalog.Attempts(1), -7: catalog.Attempts(1),
		}},
		{"counts: retries, default: 4, zero: off, negative: unlimited", catalog.Attempts(5), map[int64]catalog.Bound{
			2: catalog.Attempts(3), 0: catalog.Attempts(1), -1: unlimited,
		}},
		{"counts: attempts, default: 10, zero: unlimited", catalog.Attempts(10), map[int64]catalog.Bound{
			1: catalog.Attempts(1), 10: catalog.Attempts(10), 0: unlimited, -1: {},
		}},
		{"counts: attempts, zero: never runs, negative: invalid", catalog.Bound{}, map[int64]catalog.Bound{
			3: catalog.Attempts(3), 0: catalog.Attempts(0), -1: {},
		}},
		// The default is decided elsewhere.
		{"counts: attempts, zero: default, negative: unknown", catalog.Bound{}, map[int64]catalog.Bound{
			1: catalog.Attempts(1), 0: byDefault, -1: {Kind: catalog.UnknownBound},
		}},
		{"counts: retries, default: nil, zero: off, negative: default", catalog.Bound{}, map[int64]catalog.Bound{
			0: catalog.Attempts(1), -1: byDefault,
		}},
		{"counts: retries, default: -1, zero: off, negative: off", catalog.Attempts(1), map[int64]catalog.Bound{0: catalog.Attempts(1)}},
		{"counts: retries, default: 0, zero: unlimited", unlimited, map[int64]catalog.Bound{0: unlimited, 1: catalog.Attempts(2)}},
		{"counts: attempts, zero: default, default: 5, most: 5", catalog.Attempts(5), map[int64]catalog.Bound{
			4: catalog.Attempts(4), 10: catalog.Attempts(5),
		}},
		{"counts: retries, zero: off", catalog.Bound{}, map[int64]catalog.Bound{1 << 62: catalog.Attempts(1<<30 + 1)}},
		{"attempts: 1, when: true", catalog.Bound{}, map[int64]catalog.Bound{3: {}}},
	} {
		lib, err := catalog.Parse("f.yaml", []byte(head+"settings:\n  - {symbol: lib.N, sets: attempts, "+test.keys+"}"))
		require.NoError(t, err, test.keys)
		s := &lib.Settings[0]
		assert.Equal(t, test.byDefault, s.ByDefault(), test.keys)
		for value, want := range test.of {
			assert.Equal(t, want, s.AttemptsOf(value), "%s: %d", test.keys, value)
		}
	}
}

func TestBounds(t *testing.T) {
	for _, text := range []string{"4", "0", "unlimited", "until the deadline", "unknown", "within 15m", "within 1m30s, about 25", "within 1h"} {
		var b catalog.Bound
		require.NoError(t, b.UnmarshalText([]byte(text)))
		assert.Equal(t, text, b.String())
		assert.False(t, b.IsZero())
		assert.Equal(t, text == "0", b.Once(), text)
	}
	assert.True(t, catalog.Attempts(1).Once())
}

func TestStatuses(t *testing.T) {
	lib, err := catalog.Parse("f.yaml", []byte(head+"policies:\n  - symbol: lib.P\n    decision: {statuses: [429, 500-599, not 501]}"))
	require.NoError(t, err)
	statuses := lib.Policies[0].Decision.Statuses
	for status, want := range map[int]bool{400: false, 429: true, 499: false, 500: true, 501: false, 502: true, 599: true} {
		assert.Equal(t, want, catalog.HasStatus(statuses, status), status)
	}
	assert.Equal(t, 14, catalog.Code("Unavailable").Number())
	assert.Equal(t, -1, catalog.Code("Gone").Number())
}

func TestPathMatches(t *testing.T) {
	for _, test := range []struct {
		pattern, path string
		want          bool
	}{
		{"a/b", "a/b", true},
		{"a/b", "a/b/c", false},
		{"a/*", "a/b", true},
		{"a/*", "a/b/c", false},
		{"a/*", "a", false},
		{"a/v*", "a/v2", true},
		{"a/v*", "a/b", false},
		{"a/...", "a", true},
		{"a/...", "a/b/c", true},
		{"a/...", "ab/c", false},
		{"a/.../c", "a/b/c", true},
		{"a/.../c", "a/b/d", false},
		{"...", "any/thing", true},
	} {
		assert.Equal(t, test.want, catalog.PathMatches(test.pattern, test.path), "%s %s", test.pattern, test.path)
	}
}

// What is said of a call wins over what is said of its client.
func TestCallsOfClients(t *testing.T) {
	lib, err := catalog.Parse("f.yaml", []byte(head+strings.TrimSpace(`
clients:
  - name: c
    calls:
      - lib.Get
      - {symbol: lib.Put, attempts: 1, config: [receiver, last], decision: {errors: [dial]}}
    made-by: [lib.New, {symbol: lib.NewPlain, attempts: 1}]
    attempts: 3
    decision: {errors: [any]}
`)))
	require.NoError(t, err)
	known := catalog.New([]catalog.Source{catalog.SourceOf(lib)}).Package("example.com/lib", "")
	get, ok := known.Name("Get").Call()
	require.True(t, ok)
	assert.Equal(t, catalog.Attempts(3), get.Attempts())
	assert.Equal(t, []catalog.Place{catalog.Receiver}, get.Config())
	assert.Equal(t, []catalog.ErrorKind{catalog.AnyError}, get.Decision().Errors)
	put, ok := known.Name("Put").Call()
	require.True(t, ok)
	assert.Equal(t, catalog.Attempts(1), put.Attempts())
	assert.Equal(t, []catalog.Place{catalog.Receiver, catalog.Last}, put.Config())
	assert.Equal(t, []catalog.ErrorKind{catalog.DialErrors}, put.Decision().Errors)
	assert.Equal(t, catalog.Attempts(3), known.Name("New").Makes[0].Attempts())
	assert.Equal(t, catalog.Attempts(1), known.Name("NewPlain").Makes[0].Attempts())
	assert.Nil(t, known.Name("Head"))
	_, ok = known.Name("Head").Call()
	assert.False(t, ok)
}
