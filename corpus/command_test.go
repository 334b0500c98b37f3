package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// run calls the command with the stand-in as main does and returns its exit code and output.
func (f *fake) run(labels []*label, args ...string) (int, string, string) {
	f.t.Helper()
	return f.runWithout(labels, append([]string{"-retrylint", f.tool}, args...)...)
}

// runWithout is run without the stand-in.
func (f *fake) runWithout(labels []*label, args ...string) (int, string, string) {
	f.t.Helper()
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	for _, l := range labels {
		require.NoError(f.t, enc.Encode(l))
	}
	file := filepath.Join(f.t.TempDir(), "labels.jsonl")
	require.NoError(f.t, os.WriteFile(file, text.Bytes(), 0o666))
	var stdout, stderr bytes.Buffer
	args = append([]string{"-labels", file, "-checkouts", f.root}, args...)
	code := command(f.t.Context(), args, os.Environ(), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

func TestBaseline(t *testing.T) {
	f := newFake(t, map[string]string{"go.mod": goMod, "loops.go": loops("a", "b", "c", "d")})
	labels := []*label{
		f.label("a", "for", "retry", "nojitter=yes"),
		f.label("b", "for", "retry", "nojitter=yes"),
		f.label("c", "for", "poll"),
	}
	saved := filepath.Join(t.TempDir(), "run.json")

	f.report(map[string][]string{"a": {"nojitter"}}, exitFindings)
	code, _, stderr := f.run(labels, "-save", saved, "-rule", "nojitter")
	require.Equal(t, exitDone, code, stderr)

	code, stdout, _ := f.run(labels, "-baseline", saved, "-rule", "nojitter")
	assert.Equal(t, exitDone, code)
	assert.Contains(t, stdout, "0 changes against the baseline")

	f.report(map[string][]string{"b": {"nojitter"}, "c": {"nojitter"}, "d": {"nojitter"}}, exitFindings)
	_, stdout, _ = f.run(labels, "-baseline", saved, "-rule", "nojitter")
	assert.Contains(t, stdout, "a  nojitter: hit -> miss\nb  nojitter: miss -> hit\nc  nojitter: silent -> false alarm\n"+
		"outside, new: nojitter someone/thing/loops.go:19\n4 changes against the baseline\n")

	// Only what both runs judged is compared.
	_, stdout, _ = f.run(labels[1:], "-baseline", saved)
	assert.Contains(t, stdout, "b  nojitter: miss -> hit\nc  nojitter: silent -> false alarm\n2 changes against the baseline\n")
}

func TestExitCodes(t *testing.T) {
	f := newFake(t, map[string]string{"go.mod": goMod, "loops.go": loops("a")})
	labels := []*label{f.label("a", "for", "retry", "nojitter=yes")}

	code, _, stderr := f.run(labels, "-jobs", "0")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, stderr, "usage: corpus")

	code, _, stderr = f.run(labels, "-repo", "no/such")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, stderr, "no labels for the repository no/such")

	// A tool that fails is reported, and what it found is counted.
	f.report(map[string][]string{"a": {"nojitter"}}, 1)
	code, stdout, stderr := f.run(labels)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, stderr, "the tool failed in "+f.dir+": exit status 1")
	assert.Contains(t, strings.Join(strings.Fields(stdout), " "), "someone/thing 1 0 0")

	out := filepath.Join(t.TempDir(), "out.jsonl")
	f.report(map[string][]string{"a": {"nojitter"}}, 0)
	code, _, stderr = f.run(labels, "-out", out, "-v", "--", "-confidence=low")
	assert.Equal(t, exitDone, code, stderr)
	assert.FileExists(t, out)
	runs := f.toolRuns()
	assert.Equal(t, "someone+thing -json -confidence=low .", runs[len(runs)-1])
}

func TestNotAnalysed(t *testing.T) {
	f := newFake(t, map[string]string{
		"go.mod":               goMod,
		"loops.go":             loops("a"),
		"sub/loops_plan9.go":   strings.Replace(loops("plan9"), "package loops", "package sub", 1),
		"broken/loops.go":      strings.Replace(loops("broken"), "work() //", "nothing() //", 1),
		"tools/go.mod":         "module example.com/thing/tools\n\ngo 1.26\n",
		"tools/loops.go":       loops("tools"),
		"tools/deeper/loop.go": loops("deeper"),
	})
	f.report(map[string][]string{"a": {"nojitter"}, "tools": {"nojitter"}}, exitFindings)
	moved := f.label("a", "for", "retry", "nojitter=yes")
	moved.ID, moved.Line = "moved", 2
	outcomes, v := f.judge(
		f.label("a", "for", "retry", "nojitter=yes"),
		f.label("plan9", "for", "retry", "nojitter=yes"),
		f.label("broken", "for", "retry", "nojitter=yes"),
		f.label("tools", "for", "retry", "nojitter=yes"),
		f.label("deeper", "for", "retry", "nojitter=yes"),
		moved,
	)
	assert.Equal(t, []string{
		"a nojitter: hit", "plan9 nojitter: not analysed", "broken nojitter: not analysed",
		"tools nojitter: hit", "deeper nojitter: miss", "moved nojitter: not analysed",
	}, outcomes)
	reasons := make(map[string]string)
	for _, p := range v.repository.places {
		reasons[p.ID] = p.skipped
	}
	assert.Contains(t, reasons["plan9"], "excluded by a build constraint")
	assert.Contains(t, reasons["broken"], "undefined: nothing")
	assert.Contains(t, reasons["moved"], "no for on line 2")
	// Each module is a run of its own, of the packages that compile.
	assert.Equal(t, []string{"someone+thing -json .", "tools -json . ./deeper"}, f.toolRuns())
	f.untouched()
}

func TestCheckouts(t *testing.T) {
	f := newFake(t, map[string]string{"go.mod": goMod, "loops.go": loops("a", "b")})
	f.report(map[string][]string{"a": {"nojitter"}}, exitFindings)
	a, b := f.label("a", "for", "retry", "nojitter=yes"), f.label("b", "for", "retry", "nojitter=yes")
	b.Commit = strings.Repeat("0", 40)
	outcomes, v := f.judge(a, b)
	assert.Equal(t, []string{"a nojitter: hit", "b nojitter: not analysed"}, outcomes)
	assert.Contains(t, v.repository.places[1].skipped, "the label is of 000000000000")

	// owner/name is as good as owner+name.
	require.NoError(t, os.Mkdir(filepath.Join(f.root, "someone"), 0o777))
	require.NoError(t, os.Rename(f.dir, filepath.Join(f.root, "someone", "thing")))
	f.dir = filepath.Join(f.root, "someone", "thing")
	f.report(map[string][]string{"a": {"nojitter"}}, exitFindings)
	outcomes, _ = f.judge(a)
	assert.Equal(t, []string{"a nojitter: hit"}, outcomes)

	require.NoError(t, os.RemoveAll(f.dir))
	outcomes, v = f.judge(a)
	assert.Equal(t, []string{"a nojitter: not analysed"}, outcomes)
	assert.Len(t, v.repository.problems, 1)
}

// In a workspace the go command refuses -mod=mod and modules that are not used.
func TestWorkspace(t *testing.T) {
	f := newFake(t, map[string]string{
		"go.work":      "go 1.26\n\nuse ./in\n",
		"in/go.mod":    "module example.com/in\n\ngo 1.26\n",
		"in/loops.go":  loops("in"),
		"out/go.mod":   "module example.com/out\n\ngo 1.26\n",
		"out/loops.go": loops("out"),
	})
	t.Setenv("GOFLAGS", "-mod=mod")
	f.report(map[string][]string{"in": {"nojitter"}, "out": {"nojitter"}}, exitFindings)
	outcomes, v := f.judge(f.label("in", "for", "retry", "nojitter=yes"), f.label("out", "for", "retry", "nojitter=yes"))
	assert.Empty(t, v.repository.problems)
	assert.Equal(t, []string{"in nojitter: hit", "out nojitter: hit"}, outcomes)
}

func TestShorten(t *testing.T) {
	assert.Equal(t, "a\nb", shorten("a\nb\n"))
	assert.Equal(t, strings.Repeat("a\n", 10)+"... 3 lines ...\n"+strings.Repeat("c\n", 9)+"c",
		shorten(strings.Repeat("a\n", 10)+strings.Repeat("b\n", 3)+strings.Repeat("c\n", 10)))
}

func TestDecodeTree(t *testing.T) {
	const text = `{
	"p": {"nojitter": [{"posn": "/m/a.go:12:3", "end": "/m/a.go:12:9", "message": "one", "related": [{"posn": "/m/b.go:1:1", "message": "x"}]}]},
	"p [p.test]": {"nojitter": [{"posn": "/m/a.go:12:3", "message": "one"}, {"posn": "a_test.go:7:1", "message": "two"}]}
}
{"q": {"retrysurvey": [{"posn": "/m/q/e.go:7:2", "message": "x", "record": {"position": {"file": "/m/q/e.go", "line": 7, "column": 2},
	"construct": "retry", "site": true, "why": "w", "operation": {"id": "m/q.do", "text": "do", "remote": "remote"},
	"attempts": {"kind": "exact", "n": 4}, "paths": [{"wait": {"kind": "constant", "text": "2s"}}]}}], "nojitter": [{"posn": "q/c:d.go:5", "message": "three"}], "retry4xx": {"error": "boom"}}}
{}
`
	out, err := decodeTree(strings.NewReader(text), "/m")
	assert.EqualError(t, err, "q: retry4xx: boom")
	assert.Equal(t, []finding{
		{"/m/a.go", 12, "nojitter", "one"},
		{"/m/a_test.go", 7, "nojitter", "two"},
		{"/m/q/c:d.go", 5, "nojitter", "three"},
	}, out.findings)
	assert.Equal(t, []site{{
		Position: spot{"/m/q/e.go", 7}, Construct: "retry", Site: true, Why: "w",
		Operation: operation{"m/q.do", "do", "remote"}, Attempts: count{Kind: "exact", N: 4}, Paths: []path{{Wait: wait{"constant", "2s"}}},
	}}, out.sites)

	for _, text := range []string{`{"p": `, `{"p": {"r": [{"posn": "-"}]}}`, `{"p": {"r": 3}}`, `{"p": {"retrysurvey": [{"posn": "/m/a.go:1"}]}}`} {
		_, err := decodeTree(strings.NewReader(text), "/m")
		assert.Error(t, err, text)
	}
}
