package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/driver"
)

const root = "../../.."

func TestPagesAreInStep(t *testing.T) {
	want, err := generated(root)
	require.NoError(t, err)
	rules := 0
	for name, page := range want {
		if filepath.Dir(name) == filepath.Join("docs", "rules") {
			rules++
		}
		got, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err, "run go generate in the root of the module")
		assert.Equal(t, page, string(got), "%s is out of step; run go generate in the root of the module", name)
	}
	files, err := filepath.Glob(filepath.Join(root, "docs", "rules", "*.md"))
	require.NoError(t, err)
	assert.Len(t, files, rules, "docs/rules has a page of a rule that is gone")
}

// The page about the command has each flag of each command, and says what it does.
func TestFlags(t *testing.T) {
	page := commandPage()
	for _, set := range driver.Flags() {
		table := flagTable(set, "-")
		assert.Contains(t, page, table)
		assert.NotRegexp(t, `\|  \|`, table, set.Name())
	}
	assert.Contains(t, page, "| `-retrylint.low` | include findings of low confidence |\n")
}

func TestTable(t *testing.T) {
	text, err := withTable("above\n<!-- begin -->\nold\n"+tableEnd+"below\n", "<!-- begin -->\n", "| new |\n")
	require.NoError(t, err)
	assert.Equal(t, "above\n<!-- begin -->\n\n| new |\n\n"+tableEnd+"below\n", text)
	_, err = withTable("nothing\n"+tableEnd, "<!-- begin -->\n", "")
	assert.ErrorContains(t, err, "there is no table between")
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"README.md", "docs/settings.md", "internal/settings/file.go"} {
		content, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o666))
	}
	want, err := generated(root)
	require.NoError(t, err)
	require.NoError(t, write(dir))
	for name, page := range want {
		got, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, page, string(got))
	}
}
