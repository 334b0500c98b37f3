package limits_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/limits"
	"github.com/retrylint/retrylint/internal/settings"
)

func parse(t *testing.T, text string) *settings.File {
	t.Helper()
	f, err := settings.Parse("/m/.retrylint.yaml", ".retrylint.yaml", []byte(text))
	require.NoError(t, err)
	return f
}

// functions returns functions with their attempts; 0 is without limit.
func functions(attempts map[string]int64) limits.Functions {
	fs := make(limits.Functions)
	for name, n := range attempts {
		c := &document.Chain{Product: document.Attempts{Kind: "up to", N: n}}
		if n == 0 {
			c.Product.Kind = "unbounded"
		}
		fs.Add(name, c)
	}
	return fs
}

func TestRaised(t *testing.T) {
	now := functions(map[string]int64{"m/p.F": 16, "m/p.G": 4, "m/p.New": 20})
	then := functions(map[string]int64{"m/p.F": 16, "m/p.G": 4})
	for _, test := range []struct {
		name, old, now string
		want           []string
	}{
		{"nothing", "", "", nil},
		{"the same", "limits: {m/p.F: 16}", "limits: {m/p.F: 16}", nil},
		{"lower", "limits: {m/p.F: 16, m/p.G: 4}", "limits: {m/p.F: 12, m/p.G: 1}", nil},
		{"higher", "limits: {m/p.F: 16}", "limits: {m/p.F: 17}", []string{"m/p.F: the limit of m/p.F was 16, now 17"}},
		{"higher, of no function", "limits: {m/p.Gone: 16}", "limits: {m/p.Gone: 17}", []string{"m/p.Gone: the limit of m/p.Gone was 16, now 17"}},
		{"a higher pattern", "limits: {m/...: 16}", "limits: {m/...: 17}", []string{"m/...: the limit of m/... was 16, now 17"}},
		{"the common one", "", "limit: 11", []string{": the limit was 10, now 11"}},
		{"the common one, lower", "limit: 30", "limit: 20", nil},
		{"new, as it was", "", "limits: {m/p.F: 16}", nil},
		{"new, more than it was", "", "limits: {m/p.F: 17}", []string{"m/p.F: m/p.F had no limit and made up to 16 attempts, now 17"}},
		{"new, as the common one", "", "limits: {m/p.G: 10}", nil},
		{"new, more than the common one", "", "limits: {m/p.G: 12}", []string{"m/p.G: the limit of m/p.G was the common one of 10, now 12"}},
		{"new, for a new function", "", "limits: {m/p.New: 20}", []string{"m/p.New: the limit of m/p.New was the common one of 10, now 20"}},
		{"a new pattern, as one of its functions was", "", "limits: {m/...: 16}", nil},
		{"a new pattern, more than all", "", "limits: {m/...: 17}", []string{"m/...: m/p.F had no limit and made up to 16 attempts, now 17, that of m/..."}},
		{"a name out of a pattern", "limits: {m/...: 4}", "limits: {m/...: 4, m/p.G: 8}", []string{"m/p.G: the limit of m/p.G was 4, that of m/..., now 8"}},
		{"a name out of a pattern, lower", "limits: {m/...: 40}", "limits: {m/...: 40, m/p.G: 8}", nil},
		{"a pattern beside a smaller one", "limits: {m/...: 4}", "limits: {m/...: 4, m/p.*: 8}", nil},
		{"gone, to a pattern", "limits: {m/p.G: 4, m/...: 16}", "limits: {m/...: 16}", []string{"m/...: the limit of m/p.G was 4, now 16, that of m/..."}},
		{"gone, to the common one", "limits: {m/p.G: 4}", "", []string{": the limit of m/p.G was 4, now 10, the common one"}},
		{"gone, to a smaller common one", "limits: {m/p.F: 16}", "", nil},
		{"gone with its function", "limits: {m/p.Gone: 4}", "", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, r := range limits.Raised(parse(t, test.old), parse(t, test.now), now, then) {
				got = append(got, r.Key+": "+r.Text)
			}
			assert.Equal(t, test.want, got)
		})
	}
	assert.Empty(t, limits.Raised(parse(t, ""), parse(t, "limits: {m/p.F: 1000}"), functions(map[string]int64{"m/p.F": 0}), functions(map[string]int64{"m/p.F": 0})),
		"it had none")
}

func TestLower(t *testing.T) {
	const text = `# Limits.
limits:
  m/p.F: 20  # of the shop, ünïcode
  'm/p.G': "4"
  m/q.*: 30
  m/p.Once: 7
  m/p.Gone: 5
  m/p.Endless: 100
rules: {}
`
	f := parse(t, text)
	states := limits.States(f, functions(map[string]int64{"m/p.F": 16, "m/p.G": 8, "m/q.A": 3, "m/q.B": 12, "m/p.Once": 1, "m/p.Endless": 0}))
	var got []string
	for _, s := range states {
		got = append(got, s.String())
	}
	assert.Equal(t, []string{
		"the limit of m/p.F is 20, and 16 are enough",
		"the limit of m/p.G is 4, and 8 are made",
		"the limit of m/q.* is 30, and 12 are enough",
		"the limit of m/p.Once is 7, and 1 is enough",
		"the limit of m/p.Gone is 5, and there is no such function",
		"the limit of m/p.Endless is 100, and attempts without limit are made",
	}, got)
	lowered, err := limits.Lower([]byte(text), f, states)
	require.NoError(t, err)
	assert.Equal(t, `# Limits.
limits:
  m/p.F: 16  # of the shop, ünïcode
  'm/p.G': "4"
  m/q.*: 12
  m/p.Once: 1
  m/p.Gone: 5
  m/p.Endless: 100
rules: {}
`, string(lowered))

	const flow = "limits: {m/p.F: 20, m/p.G: '30', m/ü.H: 9, m/p.Once: 2}\r\n"
	f = parse(t, flow)
	lowered, err = limits.Lower([]byte(flow), f, limits.States(f, functions(map[string]int64{"m/p.F": 9, "m/p.G": 8, "m/ü.H": 1, "m/p.Once": 1})))
	require.NoError(t, err)
	assert.Equal(t, "limits: {m/p.F: 9, m/p.G: '8', m/ü.H: 1, m/p.Once: 1}\r\n", string(lowered))

	const folded = "limits:\n  m/p.F: |\n    20\n"
	f = parse(t, folded)
	_, err = limits.Lower([]byte(folded), f, limits.States(f, functions(map[string]int64{"m/p.F": 9})))
	assert.EqualError(t, err, "the number of m/p.F is not written in a way that can be changed; write it as a plain number on the line of its name")
}
