package model

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/exec"
)

func TestWaitPhrase(t *testing.T) {
	for _, test := range []struct {
		wait Wait
		want string
	}{
		{Wait{Kind: NoWait}, "with no wait in between"},
		{Wait{Kind: Constant, Text: "2s", Known: true}, "after a constant 2s"},
		{Wait{Kind: Constant, Text: "delay"}, "after a constant wait (delay)"},
		{Wait{Kind: Growing, Text: "1s, 2s, 4s", Known: true}, "after a wait that grows without randomness (1s, 2s, 4s)"},
		{Wait{Kind: Growing, Text: "d * 2"}, "after a wait that grows without randomness (d * 2)"},
		{Wait{Kind: Growing}, "after a wait that grows without randomness"},
		{Wait{Kind: Constant}, "after a constant wait"},
	} {
		assert.Equal(t, test.want, test.wait.Phrase(), "%+v", test.wait)
	}
}

// round is a round that pauses so long, one after the other.
func round(durations ...*exec.Term) exec.Round {
	var r exec.Round
	for _, d := range durations {
		r.Pauses = append(r.Pauses, exec.Pause{Dur: d})
	}
	return r
}

func TestWaitOf(t *testing.T) {
	second, two, four, d := num(1e9), num(2e9), num(4e9), sym("d")
	p := &pkg{pass: new(analysis.Pass)}
	call := &exec.Term{Kind: exec.App, Name: "next", Args: []*exec.Term{d}, Call: true, Result: true}
	for _, test := range []struct {
		name   string
		rounds []exec.Round
		want   Wait
	}{
		{"nothing", []exec.Round{round(), round()}, Wait{Kind: NoWait}},
		{"a call that may wait", []exec.Round{round(), {MayWait: true}}, Wait{Kind: UnknownWait}},
		{"no time", []exec.Round{round(num(0)), round(num(0))}, Wait{Kind: NoWait, Known: true}},
		{"constant", []exec.Round{round(second), round(second)}, Wait{Kind: Constant, Text: "1s", Known: true}},
		{"constant by name", []exec.Round{round(d), round(d)}, Wait{Kind: Constant, Text: "d"}},
		{"constant in two pieces", []exec.Round{round(second, two), round(second, two)}, Wait{Kind: Constant, Text: "3s", Known: true}},
		{"constant, partly by name", []exec.Round{round(second, d), round(second, d)}, Wait{Kind: Constant, Text: "1s + d"}},
		{"growing", []exec.Round{round(second), round(two), round(four), round(num(8e9))}, Wait{Kind: Growing, Text: "1s, 2s, 4s", Known: true}},
		{"growing once", []exec.Round{round(second), round(two)}, Wait{Kind: Growing, Text: "1s, 2s", Known: true}},
		{"not at first", []exec.Round{round(), round(second), round(second)}, Wait{Kind: Constant, Text: "1s", Known: true}},
		{"longest at first", []exec.Round{round(two), round(second), round(second)}, Wait{Kind: Constant, Text: "1s", Known: true}},
		{"an event", []exec.Round{round(nil), round(nil)}, Wait{Kind: UnknownWait}},
		{"what the server says", []exec.Round{round(&exec.Term{Kind: exec.Sym, Name: "header", Outcome: true})}, Wait{Kind: Server}},
		{"what a call says", []exec.Round{round(call)}, Wait{Kind: UnknownWait}},
		{
			"an item of the caller's schedule",
			[]exec.Round{round(&exec.Term{Kind: exec.App, Name: "load", Args: []*exec.Term{{Kind: exec.Addr, Name: "[0]", Args: []*exec.Term{d}}}})},
			Wait{Kind: UnknownWait},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, p.waitOf(exec.Way{Rounds: test.rounds}, 0))
		})
	}
}

// waitsIn analyses a package and returns the waits of the paths of its only site.
func waitsIn(t *testing.T, body string) []string {
	t.Helper()
	res := newWorld().analyse(t, "example.com/m", `package m

import (
	"math/rand"
	"net/http"
	"time"
)

var _ = rand.Int63n

func f(d time.Duration) {
`+body+`
}
`)
	var texts []string
	for _, l := range res.Loops {
		for _, s := range l.Sites {
			for _, p := range s.Paths {
				texts = append(texts, string(p.Wait.Kind)+" "+p.Wait.Text)
			}
		}
	}
	return texts
}

func TestRandomness(t *testing.T) {
	const attempt = "if _, err := http.Get(\"u\"); err == nil { return };"
	for _, test := range []struct{ name, body string }{
		{"jittered ", "for range 3 {" + attempt + "time.Sleep(time.Duration(rand.Int63n(1000))) }"},
		{"jittered ", "for range 3 {" + attempt + "time.Sleep(d + time.Duration(rand.Int63n(int64(d)))) }"},
		{"jittered ", "for range 2 {" + attempt + "time.Sleep(time.Duration(rand.Int63n(1000))) }"},
		{"constant time.Duration(x)", "x := rand.Int63n(1000); for range 3 {" + attempt + "time.Sleep(time.Duration(x)) }"},
		{"constant 1s", "for range 3 {" + attempt + "time.Sleep(time.Second + time.Duration(rand.Int63n(1))) }"},
		{"growing 0s, 1s, 2s", "for i := range 5 {" + attempt + "time.Sleep(time.Duration(i) * time.Second) }"},
		{"none ", "for range 3 {" + attempt + " }"},
		{"constant d", "for range 3 {" + attempt + "time.Sleep(d) }"},
	} {
		assert.Equal(t, []string{test.name}, waitsIn(t, test.body), test.body)
	}
}
