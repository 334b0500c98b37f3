package driver

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestProgress(t *testing.T) {
	var b strings.Builder
	at := time.Unix(0, 0)
	p := newProgress(&b, func() time.Time { return at })
	p.analysed()
	assert.Empty(t, b.String(), "a short run says nothing")
	at = at.Add(3 * time.Second)
	p.analysed()
	p.analysed()
	assert.Equal(t, "\r\x1b[Kretrylint: 2 packages analysed", b.String(), "once in a while is enough")
	b.Reset()
	_, err := p.Write([]byte("a.go:1:1: wrong\n"))
	require.NoError(t, err)
	_, err = p.Write([]byte("a.go:2:1: wrong\n"))
	require.NoError(t, err)
	assert.Equal(t, "\r\x1b[Ka.go:1:1: wrong\na.go:2:1: wrong\n", b.String())
	b.Reset()
	at = at.Add(time.Second)
	p.analysed()
	p.Close()
	p.Close()
	assert.Equal(t, "\r\x1b[Kretrylint: 4 packages analysed\r\x1b[K", b.String())
}
