package main

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/catalog/builtin"
)

const root = "../../.."

func TestFilesAreInStep(t *testing.T) {
	want, err := generated(root)
	require.NoError(t, err)
	for name, content := range want {
		got, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		assert.True(t, string(content) == string(got), "%s is out of step; run go generate in the root of the module", name)
	}
}

// What is compiled in is what the files say.
func TestTableIsTheFiles(t *testing.T) {
	libs, err := read(filepath.Join(root, "catalog"))
	require.NoError(t, err)
	require.Len(t, builtin.Catalog().Libraries(), len(libs))
	for i, l := range builtin.Catalog().Libraries() {
		assert.True(t, reflect.DeepEqual(libs[i], l), "%s is not what its file says; run go generate in the root of the module", l.Name)
	}
}

func TestNameOfFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "one.yaml")
	require.NoError(t, os.WriteFile(path, []byte("library: other\nimports: {lib: example.com/lib}\n"), 0o666))
	_, err := read(dir)
	assert.EqualError(t, err, filepath.ToSlash(path)+":1:1: the library is called other, and its file one; the names must be the same")
}
