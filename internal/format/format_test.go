package format_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/format"
)

// saved returns the document with all that formats know, hostile texts included.
func saved(t *testing.T) *document.Document {
	t.Helper()
	data, err := os.ReadFile("testdata/findings.json")
	require.NoError(t, err)
	d, err := document.Read(bytes.NewReader(data), "findings.json")
	require.NoError(t, err)
	return d
}

func write(t *testing.T, name string, d *document.Document, o format.Options) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, format.Write(&b, name, d, o))
	return b.String()
}

func TestLine(t *testing.T) {
	assert.Equal(t, strings.Join([]string{
		`shop/a.go:12:2: up to 16 attempts of (*http.Client).Do for one call: a.Get 4× → b.load 4× (load.go:7); was 4, now 16: b.load 4× (load.go:7) is new (nestedretry)`,
		`shop/wört er,:%\x1b.go:3:12: retries <"&'%> after a constant 1s\x1b[31m\x0ared, 100%: x (nojitter)`,
		`/elsewhere/x.go:1: of another version (unheard)`,
		"",
	}, "\n"), write(t, format.Line, saved(t), format.Options{}))
}

// People read names relative to where they are.
func TestLineDirectory(t *testing.T) {
	d := &document.Document{Findings: saved(t).Findings[:1]}
	assert.Regexp(t, `^a\.go:12:2: `, write(t, format.Line, d, format.Options{Root: "/repo", Dir: "/repo/shop"}))
	assert.Regexp(t, `^\.\./a\.go:12:2: `, write(t, format.Line, d, format.Options{Root: "/repo", Dir: "/repo/shop/b"}))
}

func TestText(t *testing.T) {
	assert.Equal(t, strings.Join([]string{
		`shop/a.go`,
		`  12:2  nestedretry  up to 16 attempts of (*http.Client).Do for one call: a.Get 4× → b.load 4× (load.go:7); was 4, now 16: b.load 4× (load.go:7) is new`,
		`        for range 4 {`,
		`shop/wört er,:%\x1b.go`,
		`  3:12  nojitter  retries <"&'%> after a constant 1s\x1b[31m\x0ared, 100%: x`,
		`        /* 𝄞𝄞 */ for { \u202e\u009b2J`,
		`/elsewhere/x.go`,
		`  1  unheard  of another version`,
		``,
		`3 findings in 3 files`,
		``,
	}, "\n"), write(t, format.Text, saved(t), format.Options{}))

	assert.Empty(t, write(t, format.Text, new(document.Document), format.Options{}))
}

// The only escapes in coloured text are those that colour.
func TestTextColor(t *testing.T) {
	got := write(t, format.Text, saved(t), format.Options{Color: true})
	assert.Contains(t, got, "\x1b[31mnestedretry\x1b[0m")
	for _, code := range []string{"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[33m", "\x1b[31mnestedretry"} {
		got = strings.ReplaceAll(got, code, "")
	}
	assert.NotContains(t, got, "\x1b")
}

func TestGitHub(t *testing.T) {
	assert.Equal(t, strings.Join([]string{
		`::error file=shop/a.go,line=12,col=2,title=retrylint%3A nestedretry::up to 16 attempts of (*http.Client).Do for one call: a.Get 4× → b.load 4× (load.go:7); was 4, now 16: b.load 4× (load.go:7) is new`,
		`::warning file=shop/wört er%2C%3A%25\x1b.go,line=3,col=9,title=retrylint%3A nojitter::retries <"&'%25> after a constant 1s\x1b[31m\x0ared, 100%25: x`,
		`::notice file=/elsewhere/x.go,line=1,title=retrylint%3A unheard::of another version`,
		``,
	}, "\n"), write(t, format.GitHub, saved(t), format.Options{}))
}

func TestGitLab(t *testing.T) {
	var issues []struct {
		Description, Fingerprint, Severity string
		CheckName                          string `json:"check_name"`
		Location                           struct {
			Path  string
			Lines struct{ Begin, End int }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(write(t, format.GitLab, saved(t), format.Options{})), &issues))
	require.Len(t, issues, 3)
	assert.Equal(t, "nojitter", issues[1].CheckName)
	assert.Equal(t, "minor", issues[1].Severity)
	assert.Equal(t, "shop/wört er,:%\x1b.go", issues[1].Location.Path)
	assert.Equal(t, 12, issues[0].Location.Lines.Begin)
	assert.Equal(t, 20, issues[0].Location.Lines.End)
	assert.Equal(t, "00112233445566778899aabbccddeeff", issues[0].Fingerprint)
	assert.Contains(t, issues[0].Description, "was 4, now 16")

	assert.Equal(t, "[]\n", write(t, format.GitLab, new(document.Document), format.Options{}))
}

func TestCheckstyle(t *testing.T) {
	var report struct {
		XMLName xml.Name `xml:"checkstyle"`
		Files   []struct {
			Name   string `xml:"name,attr"`
			Errors []struct {
				Line     int    `xml:"line,attr"`
				Column   int    `xml:"column,attr"`
				Severity string `xml:"severity,attr"`
				Message  string `xml:"message,attr"`
				Source   string `xml:"source,attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	require.NoError(t, xml.Unmarshal([]byte(write(t, format.Checkstyle, saved(t), format.Options{})), &report))
	require.Len(t, report.Files, 3)
	assert.Equal(t, `shop/wört er,:%\x1b.go`, report.Files[1].Name)
	got := report.Files[1].Errors[0]
	assert.Equal(t, 3, got.Line)
	assert.Equal(t, 9, got.Column)
	assert.Equal(t, "warning", got.Severity)
	assert.Equal(t, "retrylint.nojitter", got.Source)
	assert.Equal(t, `retries <"&'%> after a constant 1s\x1b[31m\x0ared, 100%: x`, got.Message)
}

// What SARIF says is checked here; that it is SARIF, in the module conformance.
func TestSARIF(t *testing.T) {
	rules := []format.Rule{{Name: "other"}, {Name: "nestedretry", Summary: "find nested retries", Help: "# nestedretry\n", URI: "https://example.com/nestedretry"}}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Version string
					Rules   []struct {
						ID, HelpURI string
						Help        struct{ Text, Markdown string }
					}
				}
			}
			Invocations []struct{ ExecutionSuccessful bool }
			ColumnKind  string
			Results     []map[string]any
		}
	}
	require.NoError(t, json.Unmarshal([]byte(write(t, format.SARIF, saved(t), format.Options{Rules: rules})), &log))
	run := log.Runs[0]
	assert.Equal(t, "1.2.3", run.Tool.Driver.Version)
	assert.False(t, run.Invocations[0].ExecutionSuccessful)
	assert.Equal(t, "utf16CodeUnits", run.ColumnKind)
	require.Len(t, run.Tool.Driver.Rules, 4)
	assert.Equal(t, "https://example.com/nestedretry", run.Tool.Driver.Rules[1].HelpURI)
	assert.Equal(t, "# nestedretry\n", run.Tool.Driver.Rules[1].Help.Markdown)

	require.Len(t, run.Results, 3)
	region := func(values ...float64) map[string]any {
		r := make(map[string]any)
		for i, v := range values {
			if v > 0 {
				r[[]string{"startLine", "startColumn", "endLine", "endColumn"}[i]] = v
			}
		}
		return r
	}
	place := func(uri string, region map[string]any) map[string]any {
		return map[string]any{"artifactLocation": map[string]any{"uri": uri, "uriBaseId": "%SRCROOT%"}, "region": region}
	}
	first := run.Results[0]
	assert.Equal(t, "nestedretry", first["ruleId"])
	assert.EqualValues(t, 1, first["ruleIndex"])
	assert.Equal(t, "error", first["level"])
	assert.Equal(t, "updated", first["baselineState"])
	assert.Equal(t, map[string]any{"retrylint/v1": "00112233445566778899aabbccddeeff"}, first["partialFingerprints"])
	flow := at(first, "codeFlows", 0, "threadFlows", 0, "locations").([]any)
	require.Len(t, flow, 3)
	assert.Equal(t, place("shop/a.go", region(12)), at(flow[0], "location", "physicalLocation"))
	assert.Equal(t, place("shop/b/load.go", region(7)), at(flow[1], "location", "physicalLocation"))
	assert.Equal(t, "b.load 4× (load.go:7)", at(flow[1], "location", "message", "text"))
	assert.Equal(t, place("shop/b/load.go", region(7)), at(flow[2], "location", "physicalLocation"), "a library is shown where it is called from")
	assert.Equal(t, "lib 1× (MaxRetries is 0)", at(flow[2], "location", "message", "text"))
	assert.Equal(t, place("shop/a.go", region(13, 9)), at(first, "relatedLocations", 0, "physicalLocation"))

	second := run.Results[1]
	const uri = "shop/w%C3%B6rt%20er,:%25%1B.go"
	assert.Equal(t, place(uri, region(3, 9, 3, 25)), at(second, "locations", 0, "physicalLocation"))
	assert.Equal(t, "new", second["baselineState"])
	changes := at(second, "fixes", 0, "artifactChanges").([]any)
	require.Len(t, changes, 2)
	assert.Equal(t, []any{
		map[string]any{"deletedRegion": region(3, 11, 3, 17), "insertedContent": map[string]any{"text": "rand.N(time.Second)"}},
		map[string]any{"deletedRegion": region(1, 1, 1, 1), "insertedContent": map[string]any{"text": "import \"math/rand/v2\"\n"}},
	}, at(changes[0], "replacements"))

	third := run.Results[2]
	assert.EqualValues(t, 3, third["ruleIndex"])
	assert.Equal(t, "note", third["level"])
	assert.Equal(t, map[string]any{"artifactLocation": map[string]any{"uri": "file:///elsewhere/x.go"}, "region": region(1)}, at(third, "locations", 0, "physicalLocation"))
}

// at returns what a path of keys and indices leads to.
func at(v any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			v = v.(map[string]any)[step]
		case int:
			v = v.([]any)[step]
		}
	}
	return v
}

// No format lets anything through that a terminal would obey, and each has all findings.
func TestNoControlCharacters(t *testing.T) {
	for _, name := range format.Names() {
		got := write(t, name, saved(t), format.Options{})
		for _, r := range got {
			if !unicode.IsPrint(r) && r != '\n' && r != '\t' {
				assert.Fail(t, "control character", "%s: %q", name, r)
			}
		}
		for _, rule := range []string{"nestedretry", "nojitter", "unheard"} {
			assert.Contains(t, got, rule, name)
		}
	}
}
