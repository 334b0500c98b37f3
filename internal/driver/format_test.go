package driver_test

import (
	"encoding/json"
	"encoding/xml"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every format has the same findings, and a saved run says all that the run itself would.
func TestFormats(t *testing.T) {
	t.Parallel()
	dir := module(t, places)
	run := func(args ...string) result {
		return execute(t, dir, []string{realRules}, executable(t), args...)
	}
	line := run("./...")
	require.Equal(t, 3, line.code, line.stderr)
	want := strings.Count(line.stdout, "\n")
	require.Equal(t, 4, want)

	saved := filepath.Join(t.TempDir(), "findings.json")
	for format, pattern := range map[string]string{
		"line": `\n`, "text": `(?m)^  \d+:\d+  nojitter  `, "json": `(?m)^\{"finding":`, "sarif": `"ruleId": "nojitter"`,
		"github": `(?m)^::error file=a/a.go,`, "gitlab": `"check_name": "nojitter"`, "checkstyle": `source="retrylint.nojitter"`,
	} {
		got := run("-format="+format, "./...")
		assert.Equal(t, 3, got.code, "%s: %s", format, got.stderr)
		assert.Len(t, regexp.MustCompile(pattern).FindAllString(got.stdout, -1), want, format)
		if format == "json" {
			require.NoError(t, os.WriteFile(saved, []byte(got.stdout), 0o666))
		}
	}
	for _, format := range []string{"line", "text", "json", "sarif", "github", "gitlab", "checkstyle"} {
		assert.Equal(t, result{stdout: run("-format="+format, "./...").stdout}, run("convert", "-format="+format, saved), format)
	}

	got := run("summary", saved, saved)
	assert.Equal(t, 0, got.code, got.stderr)
	assert.Regexp(t, `(?m)^all +8 +8$`, got.stdout)

	// Without a format it is one line each, since this is no terminal.
	assert.Equal(t, result{stdout: line.stdout}, run("convert", saved))
	// A file may also come in.
	data, err := os.ReadFile(saved)
	require.NoError(t, err)
	for _, args := range [][]string{{"convert"}, {"convert", "-"}} {
		assert.Equal(t, result{stdout: line.stdout}, executeWith(t, string(data), dir, []string{realRules}, executable(t), args...))
	}
}

// Paths are relative to the root of the repository, and what is printed for people to where
// they are.
func TestFormatPaths(t *testing.T) {
	t.Parallel()
	dir := module(t, bad)
	require.NoError(t, os.Mkdir(filepath.Join(dir, ".git"), 0o777))
	sub := filepath.Join(dir, "bad")
	assert.Regexp(t, `(?m)^bad\.go:4:6: `, runTests(t, sub, "-format=line").stdout)
	assert.Regexp(t, `(?m)^bad\.go\n`, runTests(t, sub, "-format=text").stdout)
	assert.Regexp(t, `(?m)file=bad/bad\.go,line=4`, runTests(t, sub, "-format=github").stdout)
}

// A run that could not analyse everything says so.
func TestFormatIncomplete(t *testing.T) {
	t.Parallel()
	dir := module(t, bad+"-- broken/b.go --\npackage broken\n\nvar X int = undefinedName\n")
	got := runTests(t, dir, "-format=json", "./...")
	assert.Equal(t, 1, got.code)
	assert.Contains(t, got.stdout, `{"end":{"findings":2,"complete":false}}`)
	got = runTests(t, dir, "-format=sarif", "./...")
	assert.Equal(t, 1, got.code)
	var log struct {
		Runs []struct {
			Invocations []struct{ ExecutionSuccessful *bool }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &log))
	assert.False(t, *log.Runs[0].Invocations[0].ExecutionSuccessful)
}

func TestConvertErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cut.json"), []byte("{\"retrylint\":{\"format\":1,\"tool\":\"v1\"}}\n"), 0o666))
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"convert", "nosuch.json"}, "nosuch.json: no such file or directory\n"},
		{[]string{"convert", "."}, ".: it is a directory\n"},
		{[]string{"convert", "cut.json"}, "cut.json:2: the file ends in the middle: the object \"end\" is missing\n"},
		{[]string{"convert", "-format=sarfi", "cut.json"}, "retrylint: unknown format \"sarfi\", did you mean \"sarif\"?\nRun 'retrylint -help' for usage.\n"},
		{[]string{"convert", "a", "b"}, "retrylint: convert takes one file, or none for standard input\nRun 'retrylint -help' for usage.\n"},
		{[]string{"summary"}, "retrylint: summary takes files that -format=json printed\nRun 'retrylint -help' for usage.\n"},
		{[]string{"convert", "-nosuch"}, "retrylint: flag provided but not defined: -nosuch\nRun 'retrylint -help' for usage.\n"},
		{[]string{"-format=xml", "./..."}, "retrylint: unknown format \"xml\"; known are line, text, json, sarif, github, gitlab, checkstyle\nRun 'retrylint -help' for usage.\n"},
		{[]string{"-json", "-format=json", "./..."}, "retrylint: -json prints the tree of go vet; for the format json, give -format=json alone\nRun 'retrylint -help' for usage.\n"},
	} {
		assert.Equal(t, result{code: 2, stderr: test.want}, runTests(t, dir, test.args...), "%v", test.args)
	}
}

// In the directory of a workspace, everything is what is in its modules.
func TestWorkspace(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- go.work --\ngo 1.26\n\nuse (\n\t./a\n\t./x/b\n)\n-- a/go.mod --\nmodule example.com/a\n\ngo 1.26\n-- x/b/go.mod --\nmodule example.com/b\n\ngo 1.26\n"+
		"-- a/a.go --\npackage a\n\nfunc Bad() {}\n-- x/b/c/c.go --\npackage c\n\nfunc Bad() {}\n-- z/go.mod --\nmodule example.com/z\n-- z/z.go --\npackage z\n\nfunc Bad() {}\n")
	require.NoError(t, os.Remove(filepath.Join(dir, "go.mod")))
	const inA, inC = "a/a.go:3:6: function Bad is bad: (badfunc)\n", "x/b/c/c.go:3:6: function Bad is bad: (badfunc)\n"
	for _, args := range [][]string{{"./..."}, {"./a/...", "./x/..."}, {"./x/b/c", "./a"}} {
		assert.Equal(t, result{code: 3, stdout: inA + inC}, runTests(t, dir, args...), "%v", args)
	}
	assert.Equal(t, result{code: 3, stdout: inC}, runTests(t, dir, "./x/..."))
	commit(t, dir)
	assert.Equal(t, result{}, runTests(t, dir, "-since=HEAD", "./..."))
	got := runTests(t, filepath.Join(dir, "a"), "../...")
	assert.Equal(t, 3, got.code, got.stderr)
	assert.Equal(t, 2, strings.Count(got.stdout, "\n"))
}

// told is a finding as every format tells it.
type told struct {
	file    string
	line    int
	rule    string
	message string
}

// Every format tells the same findings of one module: the same places, rules and messages.
func TestFormatsAgree(t *testing.T) {
	t.Parallel()
	dir := module(t, shop)
	addRetry(t, dir)
	require.NoError(t, os.Rename(filepath.Join(dir, "shop.go"), filepath.Join(dir, "shöp, 50%.go")))
	saved := filepath.Join(t.TempDir(), "findings.json")
	run := execute(t, dir, []string{realRules}, executable(t), "-format=json", "./...")
	require.Equal(t, 3, run.code, run.stderr)
	require.NoError(t, os.WriteFile(saved, []byte(run.stdout), 0o666))

	var want []told
	for line := range strings.Lines(run.stdout) {
		var f struct {
			Finding *struct {
				Rule, Message string
				At            struct {
					File  string
					Start struct{ Line int }
				}
			}
		}
		require.NoError(t, json.Unmarshal([]byte(line), &f))
		if f.Finding != nil {
			want = append(want, told{f.Finding.At.File, f.Finding.At.Start.Line, f.Finding.Rule, f.Finding.Message})
		}
	}
	require.Len(t, want, 6)

	for format, read := range map[string]func(*testing.T, string) []told{
		"line": lineTells, "text": textTells, "sarif": sarifTells, "github": githubTells, "gitlab": gitlabTells, "checkstyle": checkstyleTells,
	} {
		t.Run(format, func(t *testing.T) {
			got := execute(t, dir, []string{realRules}, executable(t), "convert", "-format="+format, saved)
			assert.Equal(t, want, read(t, got.stdout), got.stdout)
		})
	}
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	require.NoError(t, err)
	return n
}

func lineTells(t *testing.T, text string) (found []told) {
	t.Helper()
	for _, m := range regexp.MustCompile(`(?m)^(.*?):(\d+):\d+: (.*) \((\w+)\)$`).FindAllStringSubmatch(text, -1) {
		found = append(found, told{m[1], atoi(t, m[2]), m[4], m[3]})
	}
	return found
}

func textTells(t *testing.T, text string) (found []told) {
	t.Helper()
	file := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if m := regexp.MustCompile(`^  (\d+):\d+  (\w+)  (.*)$`).FindStringSubmatch(line); m != nil {
			found = append(found, told{file, atoi(t, m[1]), m[2], m[3]})
		} else if !strings.HasPrefix(line, " ") {
			file = line
		}
	}
	return found
}

func sarifTells(t *testing.T, text string) (found []told) {
	t.Helper()
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID    string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(text), &log))
	for _, r := range log.Runs[0].Results {
		at := r.Locations[0].PhysicalLocation
		file, err := url.PathUnescape(at.ArtifactLocation.URI)
		require.NoError(t, err)
		found = append(found, told{file, at.Region.StartLine, r.RuleID, r.Message.Text})
	}
	return found
}

func githubTells(t *testing.T, text string) (found []told) {
	t.Helper()
	unescape := strings.NewReplacer("%0A", "\n", "%0D", "\r", "%3A", ":", "%2C", ",", "%25", "%")
	for _, m := range regexp.MustCompile(`(?m)^::\w+ file=(.*?),line=(\d+),.*title=retrylint%3A (\w+)::(.*)$`).FindAllStringSubmatch(text, -1) {
		found = append(found, told{unescape.Replace(m[1]), atoi(t, m[2]), m[3], unescape.Replace(m[4])})
	}
	return found
}

func gitlabTells(t *testing.T, text string) (found []told) {
	t.Helper()
	var issues []struct {
		Description string
		CheckName   string `json:"check_name"`
		Location    struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(text), &issues))
	for _, i := range issues {
		found = append(found, told{i.Location.Path, i.Location.Lines.Begin, i.CheckName, i.Description})
	}
	return found
}

func checkstyleTells(t *testing.T, text string) (found []told) {
	t.Helper()
	var report struct {
		Files []struct {
			Name   string `xml:"name,attr"`
			Errors []struct {
				Line    int    `xml:"line,attr"`
				Message string `xml:"message,attr"`
				Source  string `xml:"source,attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	require.NoError(t, xml.Unmarshal([]byte(text), &report))
	for _, f := range report.Files {
		for _, e := range f.Errors {
			found = append(found, told{f.Name, e.Line, strings.TrimPrefix(e.Source, "retrylint."), e.Message})
		}
	}
	return found
}
