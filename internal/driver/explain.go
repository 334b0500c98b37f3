package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"text/tabwriter"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/rulename"
	"github.com/retrylint/retrylint/internal/rulepage"
)

// explain prints the page of a rule, or what the model sees at a place.
func (c *command) explain(ctx context.Context, args []string) error {
	var o options
	fs := newExplainFlagSet(&o)
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return c.help(nil)
	} else if err != nil {
		return usagef("%v", err)
	}
	if fs.NArg() != 1 {
		return usagef("explain takes the name of one rule, or one place as file.go:line")
	}
	arg := fs.Arg(0)
	if isPlace(arg) {
		return c.explainPlace(ctx, &o, arg)
	}
	rule, err := c.rule(arg)
	if err != nil {
		return err
	}
	if o.json {
		return usagef("-json is for places; the page of a rule is text")
	}
	_, err = io.WriteString(c.stdout, rulepage.Text(rule))
	return err
}

// listRules prints the names of the rules with a line about each.
func (c *command) listRules(args []string) error {
	if len(args) != 0 {
		return usagef("rules takes no arguments")
	}
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	for _, a := range c.rules {
		fmt.Fprintf(w, "%s\t%s\n", a.Name, rulepage.Summary(a))
	}
	return w.Flush()
}

// rule returns the rule with the given name. If there is none, the error names
// the one that was probably meant.
func (c *command) rule(name string) (*analysis.Analyzer, error) {
	var known []string
	for _, a := range c.rules {
		if a.Name == name {
			return a, nil
		}
		known = append(known, a.Name)
	}
	return nil, usagef("%s", rulename.Unknown("rule", name, known))
}
