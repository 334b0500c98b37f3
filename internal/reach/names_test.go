package reach

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNamesShareWhatTheyBeginWith(t *testing.T) {
	names := Names{"(*Client).Get", "(*Client).GetAll", "(*Client).List", "Do"}
	data, err := names.MarshalBinary()
	require.NoError(t, err)
	assert.Equal(t, "\x00\x0d(*Client).Get\x0d\x03All\x0a\x04List\x00\x02Do", string(data))
	for n := 1; n < len(data); n++ {
		var cut Names
		if cut.UnmarshalBinary(data[:n]) == nil {
			assert.Equal(t, names[:len(cut)], cut, "%d bytes", n)
		}
	}
}

func FuzzNames(f *testing.F) {
	f.Add("a\nab\nb", []byte("\x00\x01a\x02\x01b"))
	f.Add("", []byte("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"))
	f.Fuzz(func(t *testing.T, lines string, hostile []byte) {
		want := Names(strings.Split(lines, "\n"))
		slices.Sort(want)
		data, err := want.MarshalBinary()
		require.NoError(t, err)
		var got Names
		require.NoError(t, got.UnmarshalBinary(data))
		assert.Equal(t, want, got)

		_ = got.UnmarshalBinary(hostile) // an error or other names, never a panic
	})
}
