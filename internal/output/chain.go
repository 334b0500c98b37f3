package output

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/retrylint/retrylint/internal/chain"
	"github.com/retrylint/retrylint/internal/record"
)

// Chains prints call paths for people, one after the other, with paths relative to dir
// where that is shorter.
func Chains(w io.Writer, dir string, records []record.Record) error {
	p := &explainer{Writer: bufio.NewWriter(w), dir: dir}
	for i := range records {
		r := &records[i]
		if i > 0 {
			p.line(0, "")
		}
		p.line(0, fmt.Sprintf("%s: %s in %s", shortPosition(dir, r.Position), amplification(r.Chain), r.Declaration))
		p.links(1, r.Chain)
	}
	return p.Flush()
}

// amplification returns how often the operation of a chain is attempted, in words.
func amplification(c *record.Chain) string {
	if c.Product.Kind == "unbounded" {
		return "attempts of " + c.Operation + " without limit"
	}
	return fmt.Sprintf("%s %d attempts of %s", c.Product.Kind, c.Product.N, c.Operation)
}

// links prints the functions of a chain and the retry sites in them.
func (p *explainer) links(depth int, c *record.Chain) {
	for _, l := range c.Links {
		text := l.Name + ": " + attempts(l.Attempts)
		if l.Attempts.Kind == "at least" && l.Attempts.Text != "" {
			text = l.Name + ": " + l.Attempts.Text
		}
		if l.Library == "" {
			text += " (" + l.Position.String() + ")"
		}
		if l.Origin != "" {
			text += ", " + l.Origin
		}
		if l.Timeout != "" {
			text += "; each attempt has " + l.Timeout
		}
		if l.Waits != "" {
			text += "; waits " + l.Waits
		}
		p.line(depth, text)
	}
	var through []string
	for _, name := range c.Through {
		through = append(through, chain.Short(name))
	}
	p.line(depth, "through "+strings.Join(through, " → "))
	if c.Ignored != nil {
		p.line(depth, fmt.Sprintf("ignored: %s (%s:%d)", c.Ignored.Reason, c.Ignored.File, c.Ignored.Line))
	}
}

// rates are the rates of failure for which the load is computed.
var rates = []struct {
	p    float64
	text string
}{{0.01, "1 %"}, {0.3, "30 %"}}

// chain prints the path from a site on, what it makes of one call, and how long that takes.
func (p *explainer) chain(c *record.Chain) {
	p.line(1, "chain: "+amplification(c))
	p.links(2, c)
	if c.Product.Kind == "unbounded" {
		p.line(2, "expected attempts for one call: without limit in an outage")
	} else {
		most := ""
		if c.Product.Kind == "at least" {
			most = "at least "
		}
		p.line(2, "expected attempts for one call:")
		for _, rate := range rates {
			p.line(3, fmt.Sprintf("%s of attempts fail, independently of one another: %s%.2f", rate.text, most, expected(rate.p, c.Product.N)))
		}
		p.line(3, fmt.Sprintf("100 %%, an outage: %s%d", most, c.Product.N))
	}
	if c.Time != "" {
		p.line(2, "longest time: "+c.Time)
	}
}

// expected returns how many attempts one call makes on average if each fails with
// probability p, whatever became of those before, and at most n are made.
func expected(p float64, n int64) float64 { return (1 - math.Pow(p, float64(n))) / (1 - p) }
