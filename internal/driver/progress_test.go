package driver

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestProgress(t *testing.T) {
	var b strings.Builder
	at := time.Unix(0, 0)
	p := newProgress(&b, func() time.Time { return at })
	p.stop() // the clock of the test stands still
	p.analysed()
	assert.Empty(t, b.String(), "a short run says nothing")
	at = at.Add(3 * time.Second)
	p.analysed()
	p.analysed()
	assert.Equal(t, "\r\x1b[Kretrylint: 2 packages analysed, 3s", b.String(), "once in a while is enough")
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
	assert.Equal(t, "\r\x1b[Kretrylint: 4 packages analysed, 4s\r\x1b[K", b.String())
}

// While nothing is analysed, the time goes on.
func TestProgressWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b strings.Builder
		p := newProgress(&b, time.Now)
		time.Sleep(3*time.Second + time.Millisecond)
		p.Close()
		assert.Equal(t, "\r\x1b[Kretrylint: 0 packages analysed, 2s\r\x1b[Kretrylint: 0 packages analysed, 3s\r\x1b[K", b.String())
		time.Sleep(time.Minute)
		assert.Contains(t, b.String(), "3s\r\x1b[K")
		assert.NotContains(t, b.String(), "4s")
	})
}
