package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const root = "../../.."

func TestPagesAreInStep(t *testing.T) {
	want := pages()
	require.NotEmpty(t, want)
	for name, page := range want {
		got, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err, "run go generate in the root of the module")
		assert.Equal(t, page, string(got), "%s is out of step; run go generate in the root of the module", name)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	now, err := withTable(string(readme))
	require.NoError(t, err)
	assert.Equal(t, now, string(readme), "the table of rules is out of step; run go generate in the root of the module")
	files, err := filepath.Glob(filepath.Join(root, "docs", "rules", "*.md"))
	require.NoError(t, err)
	assert.Len(t, files, len(want), "docs/rules has a page of a rule that is gone")
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	readme := filepath.Join(dir, "README.md")
	require.NoError(t, os.WriteFile(readme, []byte("above\n"+tableBegin+"old\n"+tableEnd+"below\n"), 0o666))
	require.NoError(t, write(dir))
	table, err := os.ReadFile(readme)
	require.NoError(t, err)
	assert.Regexp(t, `(?s)^above\n.*\| \[nojitter\]\(docs/rules/nojitter\.md\) \| retries that wait without randomness, or do not wait at all \|\n.*below\n$`, string(table))
	assert.NotContains(t, string(table), "old")
	for name, page := range pages() {
		got, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, page, string(got))
	}
}

func TestReadmeWithoutTable(t *testing.T) {
	_, err := withTable("nothing\n" + tableEnd + tableBegin)
	assert.EqualError(t, err, "the lines around the table of rules are missing")
}
