package driver

import (
	"errors"
	"flag"
	"io"

	"github.com/retrylint/retrylint/internal/rollup"
)

// newSummaryFlagSet has the flags of summary.
func newSummaryFlagSet(top *int) *flag.FlagSet {
	fs := flag.NewFlagSet("summary", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.IntVar(top, "top", 10, "print so `many` lines of each table")
	return fs
}

// summary counts what is in saved documents.
func (c *command) summary(args []string) error {
	var top int
	flags := newSummaryFlagSet(&top)
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return c.help(nil)
	} else if err != nil {
		return usagef("%v", err)
	}
	if flags.NArg() == 0 {
		return usagef("summary takes files that -format=json printed")
	}
	var sources []rollup.Source
	var wrong []error
	for _, name := range flags.Args() {
		d, err := c.readDocument(name)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		sources = append(sources, rollup.Source{Name: name, Document: d})
	}
	if len(wrong) > 0 {
		return &fileError{errors.Join(wrong...).Error()}
	}
	return rollup.Write(c.stdout, sources, top)
}
