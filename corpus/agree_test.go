package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCompareConstruct(t *testing.T) {
	remote := operation{"net/http.Get", "http.Get", "remote"}
	for _, test := range []struct {
		label, tool string
		op          operation
		want        agreement
	}{
		{"retry", "retry", remote, agrees},
		{"retry", "reconnect", remote, disagrees},
		{"retry", "poll", remote, disagrees},
		{"retry", "cannot tell", remote, untold},
		{"reconnect", "reconnect", remote, agrees},
		{"worker", "worker", remote, agrees},
		{"worker", "reconnect", remote, disagrees},
		{"poll", "poll", remote, agrees},
		{"poll", "no retry", remote, disagrees},
		{"failover", "failover", remote, agrees},
		{"occ", "optimistic concurrency", remote, agrees},
		{"other", "fan-out", remote, agrees},
		{"other", "no retry", operation{}, agrees},
		{"other", "periodic job", remote, agrees},
		{"other", "retry", remote, disagrees},
		{"local", "local", operation{}, agrees},
		{"local", "no retry", operation{}, agrees},
		{"local", "no retry", remote, disagrees},
		{"local", "retry", operation{"os.Rename", "os.Rename", "local"}, agrees},
		{"local", "retry", remote, disagrees},
	} {
		p := &place{label: &label{Construct: test.label}}
		got := p.compareConstruct([]site{{Construct: test.tool, Operation: test.op}})
		assert.Equal(t, test.want, got, "label %s, tool %s of %q", test.label, test.tool, test.op.Text)
	}
	scan := []site{{Construct: "local"}}
	assert.Equal(t, agrees, (&place{label: &label{Construct: "other", Remote: "no"}}).compareConstruct(scan))
	assert.Equal(t, disagrees, (&place{label: &label{Construct: "other", Remote: "yes"}}).compareConstruct(scan))
	assert.Equal(t, noRecord, (&place{label: &label{Construct: "poll"}}).compareConstruct(nil))
	assert.Equal(t, agrees, (&place{label: &label{Construct: "local"}}).compareConstruct(nil))
}

func TestCompareAttempts(t *testing.T) {
	exact := func(n int64) count { return count{Kind: "exact", N: n} }
	unbounded, unknown, formula := count{Kind: "unbounded"}, count{Kind: "unknown"}, count{Kind: "unknown", Text: "n + 1"}
	timed := func(text string) count { return count{Kind: "time-bounded", N: 7, Text: text} }
	for _, test := range []struct {
		label string
		tool  count
		want  agreement
	}{
		{"4", exact(4), agrees},
		{"4", exact(5), disagrees},
		{"4", exact(40), disagrees},
		{"4", unknown, untold},
		{"4", formula, untold},
		{"4", unbounded, disagrees},
		{"6 (stalled attempts are not counted)", exact(6), agrees},
		{"1 per remote", exact(1), agrees},
		{"40 (argument)", exact(40), agrees},
		{"40 (argument)", formula, agrees},
		{"40 (argument)", unknown, untold},
		{"unbounded", unbounded, agrees},
		{"unbounded", exact(3), disagrees},
		{"unbounded", unknown, untold},
		{"unbounded (4294967295)", exact(4294967295), agrees},
		{"time-bounded", timed("30s"), agrees},
		{"time-bounded(30s)", timed("30s"), agrees},
		{"time-bounded(60s; about 31)", timed("1m"), agrees},
		{"time-bounded(1m; about 7)", timed("2m"), disagrees},
		{"time-bounded(ctx of caller)", timed("2m"), agrees},
		{"time-bounded(5m)", timed(""), agrees},
		{"time-bounded(ctx)", unbounded, disagrees},
		{"time-bounded(5m)", unknown, untold},
		{"config", unknown, agrees},
		{"config(n+1)", formula, agrees},
		{"config(default 10)", exact(10), agrees},
		{"config(default 10)", exact(11), disagrees},
		{"config(3 or 11)", exact(11), agrees},
		{"config(0 = unbounded)", unbounded, agrees},
		{"config(default 10)", unbounded, disagrees},
		{"caller", formula, agrees},
		{"n+1 (argument)", formula, agrees},
		{"n/a", exact(1), notCompared},
		{"unknown", exact(1), notCompared},
		{"", exact(1), notCompared},
	} {
		got := compareAttempts(&label{Attempts: test.label}, site{Attempts: test.tool})
		assert.Equal(t, test.want, got, "label %q, tool %s", test.label, test.tool)
	}
}

func TestCompareWait(t *testing.T) {
	for _, test := range []struct {
		label string
		tool  []string
		want  agreement
	}{
		{"none", []string{"none"}, agrees},
		{"none", []string{"constant"}, disagrees},
		{"constant", []string{"constant"}, agrees},
		{"constant (parameter)", []string{"constant"}, agrees},
		{"exponential", []string{"growing"}, agrees},
		{"linear", []string{"growing"}, agrees},
		{"linear", []string{"jittered"}, disagrees},
		{"jittered", []string{"jittered"}, agrees},
		{"server", []string{"none", "server"}, agrees},
		{"caller", []string{"unknown"}, agrees},
		{"constant", []string{"unknown", "none"}, untold},
		{"constant", nil, disagrees},
		{"", []string{"none"}, notCompared},
	} {
		var s site
		for _, kind := range test.tool {
			s.Paths = append(s.Paths, path{wait{Kind: kind}})
		}
		assert.Equal(t, test.want, compareWait(&label{Wait: test.label}, s), "label %q, tool %v", test.label, test.tool)
	}
}

// Attempts and waits are compared only where label and tool know a site.
func TestCompareEach(t *testing.T) {
	retry, poll := &place{label: &label{Construct: "retry"}}, &place{label: &label{Construct: "poll"}}
	says := func(answers ...agreement) func(*label, site) agreement {
		i := -1
		return func(*label, site) agreement { i++; return answers[i] }
	}
	sites := []site{{Site: true}, {}, {Site: true}}
	assert.Equal(t, agrees, retry.compareEach(sites, says(disagrees, agrees)))
	assert.Equal(t, untold, retry.compareEach(sites, says(untold, disagrees)))
	assert.Equal(t, disagrees, retry.compareEach(sites, says(notCompared, disagrees)))
	assert.Equal(t, notCompared, retry.compareEach([]site{{}}, says()))
	assert.Equal(t, notCompared, retry.compareEach(nil, says()))
	assert.Equal(t, notCompared, poll.compareEach(sites, says()))
}

// prints makes the stand-in print a tree with records of the survey, by mark
// "found:x", in each run.
func (f *fake) prints(records map[string]string) {
	f.t.Helper()
	var diagnostics []string
	for name, record := range records {
		at, ok := f.marks["label:"+name]
		require.True(f.t, ok, name)
		diagnostics = append(diagnostics, fmt.Sprintf(`{"posn": "x.go:1", "record": {"position": {"file": "%s/%s", "line": %d}, %s}}`, f.dir, at.file, at.line, record))
	}
	tree := fmt.Sprintf(`{"p": {"retrysurvey": [%s]}}`, strings.Join(diagnostics, ", "))
	require.True(f.t, json.Valid([]byte(tree)), tree)
	script := fmt.Sprintf("#!/bin/sh\necho \"${PWD##*/} $*\" >> '%s'\necho '%s'\n", f.toolLog, tree)
	require.NoError(f.t, os.WriteFile(f.tool, []byte(script), 0o777))
}

func TestAgreement(t *testing.T) {
	f := newFake(t, map[string]string{"go.mod": goMod, "loops.go": loops("a", "b", "c", "d", "e")})
	labels := []*label{
		f.label("a", "for", "retry", "nojitter=yes"), f.label("b", "for", "poll"),
		f.label("c", "for", "retry"), f.label("d", "for", "local"), f.label("e", "retrier", "retry"),
	}
	labels[0].Attempts, labels[0].Wait = "3", "constant"
	labels[2].Attempts, labels[2].Wait = "unbounded", "none"
	labels[4].Form = "client"
	const op = `"operation": {"id": "m.work", "text": "work", "remote": "remote"}`
	f.prints(map[string]string{
		"a": `"construct": "retry", "site": true, ` + op + `, "attempts": {"kind": "exact", "n": 3}, "paths": [{"wait": {"kind": "growing", "text": "1s, 2s, 4s"}}]`,
		"b": `"construct": "no retry", "why": "a failure leaves the loop", ` + op,
		"c": `"construct": "cannot tell", "why": "the loop is too large to follow", ` + op,
	})
	code, stdout, stderr := f.run(labels, "-sites", "-v")
	require.Equal(t, exitDone, code, stderr)
	_, after, ok := strings.Cut(stdout, "  agreement")
	require.True(t, ok, stdout)
	at := func(id string) string { return fmt.Sprintf("%s/loops.go:%d", fakeRepo, f.marks["label:"+id].line) }
	assert.Equal(t, strings.Join([]string{
		"  agreement  agrees  disagrees  cannot tell  no record   share",
		"  construct       2          1            1          1   40.0%",
		"  attempts        1          0            0          0  100.0%",
		"  wait            0          1            0          0    0.0%",
		"",
		"  without calls of retriers  agrees  disagrees  cannot tell  no record   share",
		"  construct                       2          1            1          0   50.0%",
		"  attempts                        1          0            0          0  100.0%",
		"  wait                            0          1            0          0    0.0%",
		"",
		"disagrees  wait  a  " + at("a") + "  for: constant",
		"    why: because of a",
		"    tool: work, growing 1s, 2s, 4s",
		"disagrees  construct  b  " + at("b") + "  for: poll",
		"    why: because of b",
		"    tool: no retry, work, a failure leaves the loop",
		"cannot tell  construct  c  " + at("c") + "  for: retry",
		"    why: because of c",
		"    tool: cannot tell, work, the loop is too large to follow",
		"no record  construct  e  " + at("e") + "  client: retry",
		"    why: because of e",
		"",
	}, "\n"), "  agreement"+after)
	assert.Equal(t, []string{"someone+thing -json -records ."}, f.toolRuns())

	// Without the flag nothing is asked for and nothing is said.
	_, stdout, _ = f.run(labels)
	assert.NotContains(t, stdout, "agreement")
}
