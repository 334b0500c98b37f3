package govet

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTrees(t *testing.T) {
	const printed = "# m/a\n{}\n# m/b\n{\n\t\"m/b\": {\n\t}\n}\n{}\n"
	for name, r := range map[string]io.Reader{"at once": strings.NewReader(printed), "byte by byte": iotest.OneByteReader(strings.NewReader(printed))} {
		n := 0
		trees := trees{analysed: func() { n++ }}
		_, err := io.Copy(&trees, r)
		require.NoError(t, err)
		assert.Equal(t, 3, n, name)
		assert.Equal(t, printed, trees.buffer.String(), name)
	}
}
