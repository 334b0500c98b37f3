package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// loops is a file of n labelled loops a, b, c, ..., each with one place to find
// something.
func loops(names ...string) string {
	var b strings.Builder
	b.WriteString("package loops\n\nfunc work() error { return nil }\n\nfunc f() {\n")
	for _, name := range names {
		b.WriteString("\tfor i := 0; i < 3; i++ { // label:" + name + "\n\t\twork() // found:" + name + "\n\t}\n\n")
	}
	b.WriteString("}\n")
	return b.String()
}

const goMod = "module example.com/thing\n\ngo 1.26\n"

func TestOutcomes(t *testing.T) {
	tests := []struct {
		name      string
		construct string
		flags     []string
		found     []string
		want      []string
	}{
		{"yes and found", "retry", []string{"nojitter=yes"}, []string{"nojitter"}, []string{"a nojitter: hit"}},
		{"yes and found twice", "retry", []string{"nojitter=yes"}, []string{"nojitter", "nojitter"}, []string{"a nojitter: hit"}},
		{"yes and not found", "retry", []string{"nojitter=yes"}, nil, []string{"a nojitter: miss"}},
		{"no and found", "retry", []string{"nojitter=no"}, []string{"nojitter"}, []string{"a nojitter: false alarm"}},
		{"no and not found", "retry", []string{"nojitter=no"}, nil, nil},
		{"not among the flags", "retry", nil, []string{"nojitter"}, []string{"a nojitter: false alarm"}},
		{"no retry site", "poll", nil, []string{"nojitter"}, []string{"a nojitter: false alarm"}},
		{"poll that swallows errors", "poll", []string{"nojitter=yes"}, []string{"nojitter"}, []string{"a nojitter: hit"}},
		{"arguable and found", "retry", []string{"nojitter=arguable"}, []string{"nojitter"}, []string{"a nojitter: arguable"}},
		{"arguable and not found", "retry", []string{"nojitter=arguable"}, nil, nil},
		{"another rule", "retry", []string{"nojitter=yes"}, []string{"retry4xx"}, []string{"a nojitter: miss", "a retry4xx: false alarm"}},
		{"second order, not among the flags of a retry", "retry", nil, []string{"ignoredcancel"}, []string{"a ignoredcancel: not counted"}},
		{"second order, not among the flags of a reconnect", "reconnect", nil, []string{"retryafter"}, []string{"a retryafter: not counted"}},
		{"second order, not among the flags of a poll", "poll", nil, []string{"ignoredcancel"}, []string{"a ignoredcancel: false alarm"}},
		{"second order, no", "retry", []string{"ignoredcancel=no"}, []string{"ignoredcancel"}, []string{"a ignoredcancel: false alarm"}},
		{"second order, yes", "retry", []string{"ignoredcancel=yes"}, nil, []string{"a ignoredcancel: miss"}},
		{
			"libdoubleretry settles nestedretry", "retry", []string{"libdoubleretry=yes", "nestedretry=yes"}, []string{"libdoubleretry"},
			[]string{"a libdoubleretry: hit", "a nestedretry: hit"},
		},
		{
			"nestedretry does not settle libdoubleretry", "retry", []string{"libdoubleretry=yes", "nestedretry=yes"}, []string{"nestedretry"},
			[]string{"a libdoubleretry: miss", "a nestedretry: hit"},
		},
		{
			"a false libdoubleretry settles nothing", "retry", []string{"libdoubleretry=no", "nestedretry=yes"}, []string{"libdoubleretry"},
			[]string{"a libdoubleretry: false alarm", "a nestedretry: miss"},
		},
	}
	f := newFake(t, map[string]string{"go.mod": goMod, "loops.go": loops("a")})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f.report(map[string][]string{"a": test.found}, exitFindings)
			got, v := f.judge(f.label("a", "for", test.construct, test.flags...))
			assert.Equal(t, test.want, got)
			assert.Empty(t, v.repository.problems)
			assert.Empty(t, v.outside)
		})
	}
	f.untouched()
}

func TestReport(t *testing.T) {
	f := newFake(t, map[string]string{
		"go.mod":   goMod,
		"loops.go": loops("hit1", "hit2", "miss1", "false1", "arguable1", "uncounted1", "poll1", "poll2", "occ1", "outside1"),
		"other.go": "//go:build neverset\n\npackage loops\n\nfunc g() {\n\tfor { // label:tagged\n\t}\n}\n",
	})
	f.report(map[string][]string{
		"hit1": {"nojitter"}, "hit2": {"nojitter"}, "false1": {"nojitter"}, "arguable1": {"nojitter"},
		"uncounted1": {"ignoredcancel"}, "poll1": {"nojitter"}, "outside1": {"nojitter", "ignoredcancel"},
	}, exitFindings)
	_, v := f.judge(
		f.label("hit1", "for", "retry", "nojitter=yes"),
		f.label("hit2", "for", "reconnect", "nojitter=yes"),
		f.label("miss1", "for", "retry", "nojitter=yes", "ignoredcancel=yes"),
		f.label("false1", "for", "retry", "nojitter=no"),
		f.label("arguable1", "for", "worker", "nojitter=arguable"),
		f.label("uncounted1", "for", "retry"),
		f.label("poll1", "for", "poll"),
		f.label("poll2", "for", "poll"),
		f.label("occ1", "for", "occ", "nojitter=no"),
		f.label("tagged", "for", "retry", "nojitter=yes"),
	)
	assert.Equal(t, tally{
		hits: 2, misses: 1, falseAlarms: 2, arguable: 1, notAnalysed: 1, outside: 1, lookAlikes: 3, lookAlikesFound: 2,
	}, v.tally(nojitter))
	assert.Equal(t, tally{misses: 1, uncounted: 1, outside: 1, lookAlikes: 3}, v.tally("ignoredcancel"))

	var text strings.Builder
	require.NoError(t, report(&text, []*verdict{v}, []string{nojitter, "ignoredcancel"}))
	reportEach(&text, []*verdict{v})
	reportSkipped(&text, []*verdict{v}, true)
	squeezed := strings.Join(strings.Fields(text.String()), " ")
	for _, want := range []string{
		"nojitter hits misses false arguable uncounted not analysed outside precision recall look-alikes",
		"someone/thing 2 1 2 1 0 1 1 0.50 0.67 2/3 66.7%",
		"someone/thing 0 1 0 0 1 0 1 - 0.00 0/3 0.0%",
		"total 2 2 2 1 1 1 2 0.50 0.50 2/3 66.7%",
		"miss nojitter miss1 someone/thing/loops.go:14 retry why: because of miss1",
		"false alarm nojitter poll1 someone/thing/loops.go:30 poll why: because of poll1 found on line 31: nojitter at poll1",
		"not analysed tagged someone/thing/other.go:6 not in the build: excluded by a build constraint",
		"1 labels not analysed: someone/thing: not in the build: excluded by a build constraint",
	} {
		assert.Contains(t, squeezed, want)
	}

	var out strings.Builder
	require.NoError(t, writeOutside(&out, []*verdict{v}))
	assert.Equal(t, 2, strings.Count(out.String(), "\n"))
	assert.Contains(t, out.String(), `{"repo":"someone/thing","file":"loops.go","line":43,"rule":"ignoredcancel","message":"ignoredcancel at outside1","source":["31: `)
	assert.Contains(t, out.String(), `"43: \t\twork() // found:outside1"`)
}

func TestRetriers(t *testing.T) {
	files := map[string]string{
		"go.mod": goMod,
		"app/app.go": `package app

import (
	"context"

	"example.com/thing/retry"
)

type client struct{ *retry.Policy }

func direct(ctx context.Context) error {
	return retry.Do(func() error { // label:direct
		return nil // found:direct
	})
}

func wrapped() error {
	return check(retry.Twice(func() error { return nil })) // label:wrapped
}

func check(err error) error { return err }

func promoted(c *client) {
	_ = c.Run(func() error { return nil }) // label:promoted
}

func made() error {
	run := retry.New()
	return run(func() error { return nil }) // label:made
}

func generic() {
	_, _ = retry.Value(func() (int, error) { return 0, nil }) // label:generic
}

func beside() {
	_ = retry.Log(func() error { return nil }) // label:beside
}

func deep() {
	_ = retry.Five(func() error { return nil }) // label:deep
}

func fine() {
	_ = retry.Do(func() error { return nil }) // label:fine
}
`,
		"retry/retry.go": `package retry

func Do(fn func() error) error {
	for i := 0; i < 3; i++ { // label:loop found:loop
		if fn() == nil {
			return nil
		}
	}
	return nil
}

func Twice(fn func() error) error { return once(func() error { return fn() }) }

func once(fn func() error) error { return Do(fn) }

type Policy struct{}

func (p *Policy) Run(fn func() error) error { return Do(fn) }

func New() func(func() error) error { return build() }

func build() func(func() error) error {
	return func(fn func() error) error { return Do(fn) }
}

func Value[T any](fn func() (T, error)) (v T, err error) {
	err = Do(func() error {
		v, err = fn()
		return err
	})
	return v, err
}

func Log(fn func() error) error {
	upload()
	return fn()
}

func upload() { _ = Do(func() error { return nil }) }

func Five(fn func() error) error  { return Four(fn) }
func Four(fn func() error) error  { return Three(fn) }
func Three(fn func() error) error { return Twice(fn) }
`,
	}
	f := newFake(t, files)
	calls := []*label{
		f.label("direct", "retrier", "retry", "nojitter=yes"),
		f.label("wrapped", "retrier", "retry", "nojitter=yes"),
		f.label("promoted", "retrier", "retry", "nojitter=yes"),
		f.label("generic", "retrier", "retry", "nojitter=yes"),
		f.label("beside", "retrier", "retry", "nojitter=yes"),
		f.label("deep", "retrier", "retry", "nojitter=yes"),
		f.label("fine", "retrier", "retry", "nojitter=no"),
	}
	loop := f.label("loop", "for", "retry", "nojitter=yes")
	atLoop := map[string][]string{"loop": {"nojitter"}}
	settled := []string{
		"direct nojitter: hit", "wrapped nojitter: hit", "promoted nojitter: hit",
		"generic nojitter: hit",
		// The retrier is not among what the function does with its parameter.
		"beside nojitter: miss",
		// One function too far.
		"deep nojitter: miss",
	}

	t.Run("the loop speaks for its calls", func(t *testing.T) {
		f.report(atLoop, exitFindings)
		got, v := f.judge(append(calls, loop)...)
		assert.Equal(t, append(settled, "loop nojitter: hit"), got)
		assert.Empty(t, v.outside)
		assert.Empty(t, v.repository.problems)
	})
	t.Run("a loop that is not labelled, in a package that is not", func(t *testing.T) {
		f.report(atLoop, exitFindings)
		got, v := f.judge(calls...)
		assert.Equal(t, settled, got)
		assert.Empty(t, v.outside, "the retrier's package is not among the labelled ones")
	})
	t.Run("a call speaks for the loop and no other call", func(t *testing.T) {
		f.report(map[string][]string{"direct": {"nojitter"}}, exitFindings)
		got, _ := f.judge(calls[0], calls[1], loop)
		assert.Equal(t, []string{"direct nojitter: hit", "wrapped nojitter: miss", "loop nojitter: hit"}, got)
	})
	t.Run("for nojitter alone", func(t *testing.T) {
		f.report(map[string][]string{"loop": {"retry4xx"}}, exitFindings)
		got, _ := f.judge(f.label("direct", "retrier", "retry", "retry4xx=yes"), loop)
		assert.Equal(t, []string{"direct retry4xx: miss", "loop nojitter: miss", "loop retry4xx: false alarm"}, got)
	})
	t.Run("the function that made the retrier", func(t *testing.T) {
		made := strings.Replace(files["retry/retry.go"], "return func(fn func() error) error { return Do(fn) }",
			"return func(fn func() error) error {\n\t\tfor fn() != nil { // found:maker\n\t\t}\n\t\treturn nil\n\t}", 1)
		f := newFake(t, map[string]string{"go.mod": goMod, "app/app.go": files["app/app.go"], "retry/retry.go": made})
		f.report(map[string][]string{"maker": {"nojitter"}}, exitFindings)
		got, _ := f.judge(f.label("made", "retrier", "retry", "nojitter=yes"))
		assert.Equal(t, []string{"made nojitter: hit"}, got)
	})
	t.Run("a finding that settles a call though it has no label", func(t *testing.T) {
		here := strings.Replace(files["app/app.go"], "retry.Do(func() error { // label:direct", "do(func() error { // label:direct", 1) +
			"\nfunc do(fn func() error) error {\n\tfor fn() != nil { // found:here\n\t}\n\treturn nil\n}\n"
		f := newFake(t, map[string]string{"go.mod": goMod, "app/app.go": here, "retry/retry.go": files["retry/retry.go"]})
		f.report(map[string][]string{"here": {"nojitter"}}, exitFindings)
		got, v := f.judge(f.label("direct", "retrier", "retry", "nojitter=yes"))
		assert.Equal(t, []string{"direct nojitter: hit"}, got)
		require.Len(t, v.outside, 1)
		assert.Equal(t, []string{"direct"}, v.outside[0].settles)
	})
}
