package baseline_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/baseline"
	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/record"
)

var today = time.Date(2027, 1, 31, 23, 0, 0, 0, time.UTC)

// found returns a finding; a product of 0 makes it one about no chain, -1 is no limit.
func found(digit string, product int64) document.Finding {
	f := document.Finding{
		Rule: "nestedretry", Confidence: record.High, Package: "example.com/a", Declaration: "(*T).Get", Operation: "net/http.Get",
		Fingerprint: strings.Repeat(digit, 32),
	}
	switch {
	case product > 0:
		f.Chain = &document.Chain{Product: document.Attempts{Kind: "up to", N: product}}
	case product < 0:
		f.Chain = &document.Chain{Product: document.Attempts{Kind: "unbounded"}}
	}
	return f
}

func everywhere(string) bool { return true }
func nowhere(string) bool    { return false }

func accept(t *testing.T, findings ...document.Finding) *baseline.Baseline {
	t.Helper()
	b := new(baseline.Baseline).Accept(findings, everywhere, "", "", today)
	read, err := baseline.Parse("b.yaml", b.Encode())
	require.NoError(t, err)
	return read
}

func TestRoundTrip(t *testing.T) {
	f := found("a", 16)
	f.Declaration = "Get\x1b\"\\ : # é\u202e"
	b := new(baseline.Baseline).Accept([]document.Finding{f, found("b", 0), found("c", -1)}, everywhere, "because: # \"x\"", "2027-02-01", today)
	read, err := baseline.Parse("b.yaml", b.Encode())
	require.NoError(t, err)
	assert.ElementsMatch(t, b.Findings, read.Findings)
	assert.Equal(t, read.Encode(), b.Encode())
	assert.NotContains(t, string(b.Encode()), "\x1b")

	empty := accept(t)
	assert.Empty(t, empty.Findings)
}

func TestNew(t *testing.T) {
	b := accept(t, found("a", 0), found("b", 16), found("c", -1))
	assert.Empty(t, b.New([]document.Finding{found("a", 0), found("b", 16), found("c", -1)}, today))
	assert.Empty(t, b.New([]document.Finding{found("b", 12), found("c", 1000)}, today), "a product may fall")

	got := b.New([]document.Finding{found("b", 64), found("d", 0)}, today)
	require.Len(t, got, 2)
	assert.Equal(t, "; was 16, now 64", got[0].Text())
	assert.Nil(t, got[1].Before)
	got = b.New([]document.Finding{found("b", -1)}, today)
	require.Len(t, got, 1)
	assert.Equal(t, "; was 16, now without limit", got[0].Text())
}

// Findings that cannot be told apart have one entry.
func TestAlike(t *testing.T) {
	alike := []document.Finding{found("a", 12), found("a", 16), found("a", 14)}
	b := accept(t, alike...)
	require.Len(t, b.Findings, 1)
	assert.Empty(t, b.New(alike, today))
	assert.Empty(t, b.Stale(alike, everywhere))
}

func TestExpires(t *testing.T) {
	accepted := func(day baseline.Day) *baseline.Baseline {
		return new(baseline.Baseline).Accept([]document.Finding{found("a", 0)}, everywhere, "old", day, today)
	}
	assert.Empty(t, accepted("2027-01-31").New([]document.Finding{found("a", 0)}, today), "the last day counts")
	got := accepted("2027-01-30").New([]document.Finding{found("a", 0)}, today)
	require.Len(t, got, 1)
	assert.Equal(t, "; it was accepted until 2027-01-30", got[0].Text())

	// Accepted again, what has expired gets what is given; the rest keeps what it has.
	again := accepted("2027-01-30").Accept([]document.Finding{found("a", 0)}, everywhere, "new", "2027-03-01", today)
	assert.Equal(t, "new", again.Findings[0].Reason)
	again = accepted("2027-01-31").Accept([]document.Finding{found("a", 0), found("b", 0)}, everywhere, "new", "2027-03-01", today)
	assert.Equal(t, "old", again.Findings[0].Reason)
	assert.Equal(t, "new", again.Findings[1].Reason)
}

func TestStale(t *testing.T) {
	b := accept(t, found("a", 0), found("b", 16), found("c", -1))
	stale := b.Stale([]document.Finding{found("b", 12), found("c", -1)}, everywhere)
	require.Len(t, stale, 2)
	assert.Equal(t, "nestedretry in (*T).Get of example.com/a is accepted, and is no longer found", stale[0].String())
	assert.Equal(t, "nestedretry in (*T).Get of example.com/a is accepted with a product of 16, and it is 12", stale[1].String())
	pruned := b.Without(stale)
	assert.Len(t, pruned.Findings, 2)
	assert.Empty(t, pruned.Stale([]document.Finding{found("b", 12), found("c", -1)}, everywhere))
	assert.Len(t, pruned.New([]document.Finding{found("b", 16)}, today), 1, "what has fallen may not rise again")

	assert.Empty(t, b.Stale(nil, nowhere), "of packages that were not analysed nothing is known")
	assert.Len(t, b.Accept(nil, nowhere, "", "", today).Findings, 3)
	assert.Empty(t, b.Accept(nil, everywhere, "", "", today).Findings)
}

func TestParseErrors(t *testing.T) {
	const one = "  - {fingerprint: \"00112233445566778899aabbccddeeff\", package: p}\n"
	_, err := baseline.Parse("b.yaml", []byte("version: 1\nfindings:\n"+one))
	require.NoError(t, err)
	for _, test := range []struct{ name, in, want string }{
		{"empty", "", "b.yaml:1:1: the file is empty"},
		{"binary", "version: 1\x00", "b.yaml: the file is not text; a baseline is YAML in UTF-8"},
		{"too large", strings.Repeat("#", baseline.MaxSize+1), "b.yaml: the file is larger than 8192 KiB; a baseline is shorter"},
		{"too deep", "version: 1\nfindings: " + strings.Repeat("[", 200), "b.yaml:2: what begins here nests deeper than 100"},
		{"newer", "version: 2\nmore: x\n", "b.yaml: the file is of another retrylint (version 2; this one reads 1)"},
		{"no version", "findings:\n" + one, "b.yaml:1:1: version: 1 is expected"},
		{"unknown key", "version: 1\nfinding:\n" + one, `b.yaml:2:1: unknown key "finding", did you mean "findings"?`},
		{"truncated", "version: 1\nfindings:\n  - fingerprint: \"0011", "b.yaml:3:"},
		{"fingerprint", "version: 1\nfindings:\n  - {fingerprint: 12, package: p}\n", `b.yaml:3:19: "12", where a fingerprint of 32 hexadecimal digits is expected`},
		{"twice", "version: 1\nfindings:\n" + one + one, "b.yaml:4:6: a second finding with the fingerprint 00112233445566778899aabbccddeeff"},
		{"no package", "version: 1\nfindings:\n" + strings.Replace(one, ", package: p", "", 1), "b.yaml:3:5: the finding has no package"},
		{"product", "version: 1\nfindings:\n" + strings.Replace(one, "p}", "p, product: many}", 1), `b.yaml:3:76: "many", where a whole number from 1 or "without limit" is expected`},
		{"day", "version: 1\nfindings:\n" + strings.Replace(one, "p}", "p, expires: 2027-02-30}", 1), `b.yaml:3:76: "2027-02-30", where a day is expected, such as 2027-01-31`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := baseline.Parse("b.yaml", []byte(test.in))
			require.Error(t, err)
			assert.True(t, strings.HasPrefix(err.Error(), test.want), "%s", err)
		})
	}
}
