package govet

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMessages(t *testing.T) {
	for _, test := range []struct {
		name, in, want string
	}{
		{"all once", "# m/a\na.go:1:1: wrong\n# m/b\na.go:1:1: wrong\n# m/a\na.go:1:1: wrong\na.go:2:1: too\n",
			"# m/a\na.go:1:1: wrong\n# m/a\na.go:2:1: too\n"},
		{"indented lines belong to the one before", "a.go:1:1: missing\n\tgo get x\nb.go:1:1: missing\n\tgo get x\na.go:1:1: missing\n\tgo get x\n",
			"a.go:1:1: missing\n\tgo get x\nb.go:1:1: missing\n\tgo get x\n"},
		{"no end of line", "a.go:1:1: wrong", "a.go:1:1: wrong\n"},
		{"control characters", "a.go:1:1: \x1b[31m\r\n", `a.go:1:1: \x1b[31m\x0d` + "\n"},
		{"nothing but headings", "# m/a\n# m/b\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b strings.Builder
			m := newMessages(&b)
			// However the text is cut.
			for i := range len(test.in) {
				_, err := m.Write([]byte(test.in[i : i+1]))
				require.NoError(t, err)
			}
			require.NoError(t, m.Close())
			assert.Equal(t, test.want, b.String())
		})
	}
}
