package source

import (
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	_ "gitlab.com/gitlab-org/api/client-go" // so that go.mod pins what is analysed
)

// maxFacts is what the facts of a package may weigh together: go vet hands them on with
// each package that imports it.
const maxFacts = 256 << 10

// Of 21 466 packages of public modules, this client has the largest facts: some thousand
// methods, each of which returns the errors of an API.
const largest = "gitlab.com/gitlab-org/api/client-go"

func TestFactsOfLargestPackage(t *testing.T) {
	dir := t.TempDir()
	store, err := NewStore(dir, false)
	require.NoError(t, err)
	suite, err := NewSuite(store, false, false)
	require.NoError(t, err)
	program, err := suite.Program(t.Context(), ".", os.Environ())
	require.NoError(t, err)
	require.NoError(t, suite.Print(t.Context(), io.Discard, program, []string{largest}))

	kept, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Greater(t, len(kept), 100)
	sizes := make(map[string]int64)
	for _, file := range kept {
		info, err := file.Info()
		require.NoError(t, err)
		sizes[file.Name()] = info.Size()
		assert.LessOrEqual(t, info.Size(), int64(maxFacts), file.Name())
	}
	assert.Greater(t, sizes[storeName(largest, "v1.46.0")], int64(64<<10), "the package has facts of its own")
}
