package libpage_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/libpage"
)

const file = `
library: example
about: a client and a retrier
modules:
  - {path: example.com/lib, oldest: v1.0.0, newest: v1.9.0}
imports:
  lib: example.com/lib
clients:
  - name: lib.Client
    calls:
      - {symbol: lib.Client.*, takes: context.Context, source: "example.com/lib@v1.9.0/client.go:7"}
    made-by:
      - {symbol: lib.Client.Standard, as: net/http.Client}
    settings: [lib.Options.Max]
    off: ["Max: -1"]
    decision: {statuses: [429, 500-599, not 501], errors: [transport], methods: all}
    wait: {kind: grows, jitter: none, base: 1s, factor: 2, cap: 30s}
    retry-after: {obeyed: true, statuses: [429]}
    sometimes:
      - {attempts: 11, when: the server asks for it}
    note: a note
    proof: counted
    source: example.com/lib@v1.9.0/client.go:3
retriers:
  - {symbol: lib.Do, callback: 0, attempts: "within 15m, about 25", wait: {kind: constant, base: 1s, jitter: none}, since: v1.2.0, until: v1.8.0}
settings:
  - {symbol: lib.Options.Max, sets: attempts, counts: retries, default: 3, zero: default, negative: off, proof: measured}
`

func TestText(t *testing.T) {
	lib, err := catalog.Parse("example.yaml", []byte(file))
	require.NoError(t, err)
	assert.Equal(t, `example: a client and a retrier
	example.com/lib, checked at v1.0.0 and v1.9.0
	lib is example.com/lib

Clients

	lib.Client
		4 attempts (lib.Options.Max is 3)
		tries again: statuses 429, 500-599, not 501, errors: transport, writes too
		a wait that grows from 1s, times 2, up to 30s, no jitter
		obeys Retry-After of 429
		off: Max: -1
		11 attempts if the server asks for it
		made by lib.Client.Standard as a net/http.Client
		a note
		counted, example.com/lib@v1.9.0/client.go:3

	lib.Client.*
		those that take a context.Context
		read, example.com/lib@v1.9.0/client.go:7

Retriers

	lib.Do
		attempts within 15m, about 25
		a constant wait of 1s, no jitter
		read; from v1.2.0 on, before v1.8.0

Settings

	lib.Options.Max
		counts retries
		0: default
		negative: off
		default: 3
		measured
`, libpage.Text(lib))
	assert.Equal(t, "4, within 15m, about 25", libpage.Attempts(lib))
	assert.Equal(t, []catalog.Proof{catalog.CountedByTest, catalog.Read, catalog.Read, catalog.Measured}, libpage.Proofs(lib))
}

func TestMarkdown(t *testing.T) {
	lib, err := catalog.Parse("example.yaml", []byte(file))
	require.NoError(t, err)
	page := libpage.Markdown([]*catalog.Library{lib})
	assert.Contains(t, page, "1 libraries, 4 facts")
	assert.Contains(t, page, "| [example](#example) | a client and a retrier | 4, within 15m, about 25 | 4 | 2 |\n")
	assert.Contains(t, page, "\n## example\n\nA client and a retrier.\n\n* example.com/lib, checked at v1.0.0 and v1.9.0\n")
	assert.Contains(t, page, "\n**Settings**\n\n* `lib.Options.Max`: counts retries; 0: default; negative: off; default: 3. <sub>measured</sub>\n")
	assert.Contains(t, page, "\n* `lib.Client.*`: those that take a context.Context. <sub>read, example.com/lib@v1.9.0/client.go:7</sub>\n")
}
