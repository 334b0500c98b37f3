package fix_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/record"
)

const source = "package a\n\nfunc A() {}\n\nfunc B() {}\n\nfunc C() {}\n"

// edit replaces a part of the source.
func edit(file, old, text string) finding.TextEdit {
	at := strings.Index(source, old)
	return finding.TextEdit{Filename: file, Start: at, End: at + len(old), New: text}
}

func with(edits ...finding.TextEdit) finding.Finding {
	return finding.Finding{
		Record:     record.Record{Rule: "r", Position: record.Position{File: "a.go", Line: 1}},
		Diagnostic: finding.Diagnostic{SuggestedFixes: []finding.SuggestedFix{{Edits: edits}, {Edits: []finding.TextEdit{{Filename: "never"}}}}},
	}
}

func TestPlan(t *testing.T) {
	dir := t.TempDir()
	a := filepath.Join(dir, "a.go")
	require.NoError(t, os.WriteFile(a, []byte(source), 0o600))
	at := strings.Index(source, "func A")
	imports := finding.TextEdit{Filename: a, Start: at, End: at, New: "import \"x\"\n\n"}
	findings := []finding.Finding{
		with(imports, edit(a, "A()", "One()")),
		with(imports, edit(a, "B() {}", "Two()   {   }")), // the same import
		with(edit(a, "B()", "Three()"), edit(a, "C()", "Four()")),
		{},
		with(edit(a, "C()", "Five()")),
	}
	r, err := fix.Plan(dir, findings)
	require.NoError(t, err)
	assert.Equal(t, []bool{true, true, false, false, true}, r.Fixed)
	assert.Equal(t, []string{"a.go:1: r: the fix changes what that of another finding changes too; run again for it"}, r.Skipped)
	const want = "package a\n\nimport \"x\"\n\nfunc One() {}\n\nfunc Two() {}\n\nfunc Five() {}\n"
	require.Len(t, r.Files, 1)
	assert.Equal(t, want, string(r.Files[0].New))

	var diff strings.Builder
	require.NoError(t, r.Diff(&diff, filepath.Base))
	assert.Equal(t, `--- a/a.go
+++ b/a.go
@@ -1,7 +1,9 @@
 package a
 
-func A() {}
+import "x"
 
-func B() {}
+func One() {}
 
-func C() {}
+func Two() {}
+
+func Five() {}
`, diff.String())
	data, err := os.ReadFile(a)
	require.NoError(t, err)
	assert.Equal(t, source, string(data), "nothing was written yet")

	require.NoError(t, r.Write())
	data, err = os.ReadFile(a)
	require.NoError(t, err)
	assert.Equal(t, want, string(data))
	assert.ErrorContains(t, r.Write(), "has changed since it was analysed")
}

// A file that was not formatted stays so but for the fix.
func TestUnformatted(t *testing.T) {
	dir := t.TempDir()
	a := filepath.Join(dir, "a.go")
	require.NoError(t, os.WriteFile(a, []byte("package a\nfunc  A( ) {}\n"), 0o666))
	r, err := fix.Plan(dir, []finding.Finding{with(finding.TextEdit{Filename: a, Start: 16, End: 17, New: "B"})})
	require.NoError(t, err)
	assert.Equal(t, "package a\nfunc  B( ) {}\n", string(r.Files[0].New))
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	a := filepath.Join(dir, "a.go")
	require.NoError(t, os.WriteFile(a, []byte(source), 0o666))
	other := filepath.Join(t.TempDir(), "b.go")
	require.NoError(t, os.WriteFile(other, []byte(source), 0o666))
	for _, test := range []struct {
		edit finding.TextEdit
		want string
	}{
		{finding.TextEdit{Filename: other}, "a file that is not of this repository"},
		{finding.TextEdit{Filename: filepath.Join(dir, "a.txt")}, "a file that is not of this repository"},
		{finding.TextEdit{Filename: filepath.Join(dir, "gone.go")}, "the file cannot be read: no such file or directory"},
		{finding.TextEdit{Filename: a, Start: 5000, End: 5001}, "the file has changed since it was analysed"},
		{finding.TextEdit{Filename: a, Start: 5, End: 4}, "the file has changed since it was analysed"},
	} {
		r, err := fix.Plan(dir, []finding.Finding{with(test.edit)})
		require.NoError(t, err)
		assert.Empty(t, r.Files)
		require.Len(t, r.Skipped, 1)
		assert.Contains(t, r.Skipped[0], test.want)
	}
	r, err := fix.Plan(dir, []finding.Finding{with(edit(a, "A()", "X()"), edit(a, "func A()", "func Y()"))})
	require.NoError(t, err)
	assert.Equal(t, []string{"a.go:1: r: the fix changes a place twice"}, r.Skipped)
	_, err = fix.Plan(dir, []finding.Finding{with(edit(a, "A()", "A(")), with(edit(a, "B()", "X()"))})
	assert.ErrorContains(t, err, "nothing was written")
}

// The diffs are such that patch makes the new file of the old one.
func TestDiffApplies(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is needed")
	}
	var long strings.Builder
	long.WriteString("package a\n")
	for i := range 60 {
		long.WriteString("\n// line " + strings.Repeat("x", i) + "\n")
	}
	old := long.String()
	at := func(text string) int { return strings.Index(old, text) }
	for name, edits := range map[string]func(string) []finding.TextEdit{
		"at the beginning": func(f string) []finding.TextEdit { return []finding.TextEdit{{Filename: f, New: "// first\n"}} },
		"at the end": func(f string) []finding.TextEdit {
			return []finding.TextEdit{{Filename: f, Start: len(old), End: len(old), New: "\n// last\n"}}
		},
		"far apart": func(f string) []finding.TextEdit {
			return []finding.TextEdit{
				{Filename: f, Start: at("xxxxx\n"), End: at("xxxxx\n"), New: "one"},
				{Filename: f, Start: at(strings.Repeat("x", 40) + "\n"), End: at(strings.Repeat("x", 40)+"\n") + 3, New: ""},
				{Filename: f, Start: at(strings.Repeat("x", 43) + "\n"), End: at(strings.Repeat("x", 43)+"\n") + 3, New: "three"},
			}
		},
		"no line break at the end": func(f string) []finding.TextEdit {
			return []finding.TextEdit{{Filename: f, Start: len(old) - 1, End: len(old), New: ""}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			a := filepath.Join(dir, "a.go")
			require.NoError(t, os.WriteFile(a, []byte(old), 0o666))
			r, err := fix.Plan(dir, []finding.Finding{with(edits(a)...)})
			require.NoError(t, err)
			require.Len(t, r.Files, 1)
			var diff strings.Builder
			require.NoError(t, r.Diff(&diff, filepath.Base))
			cmd := exec.CommandContext(t.Context(), "git", "apply", "-")
			cmd.Dir = dir
			cmd.Stdin = strings.NewReader(diff.String())
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s\n%s", out, diff.String())
			data, err := os.ReadFile(a)
			require.NoError(t, err)
			assert.Equal(t, string(r.Files[0].New), string(data))
		})
	}
}
