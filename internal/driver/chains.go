package driver

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/govet"
	"github.com/retrylint/retrylint/internal/output"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/survey"
)

// chainOptions are the flags of chains.
type chainOptions struct {
	options
	to, from string
	top      int
}

// newChainsFlagSet has the flags of chains.
func newChainsFlagSet(o *chainOptions) *flag.FlagSet {
	fs := flag.NewFlagSet("chains", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.BoolVar(&o.json, "json", false, "print the records of the paths as a JSON array")
	fs.StringVar(&o.to, "to", "", "print only paths to operations that contain this `text`")
	fs.StringVar(&o.from, "from", "", "print only paths that begin with this `function`")
	fs.IntVar(&o.top, "top", 20, "print paths to so `many` operations")
	addShowFlags(fs, &o.options)
	addRunFlags(fs, &o.options)
	return fs
}

// chains prints the worst call path to each operation in another process.
func (c *command) chains(ctx context.Context, args []string) error {
	var o chainOptions
	fs := newChainsFlagSet(&o)
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return c.help(nil)
	} else if err != nil {
		return usagef("%v", err)
	}
	if o.top < 1 {
		return usagef("-top takes a number from 1 on, and got %d", o.top)
	}
	patterns := fs.Args()
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	dir, err := workDir(o.dir)
	if err != nil {
		return err
	}
	modules, err := readSettings(dir, c.getenv("GOWORK"))
	if err != nil {
		return err
	}
	cfg, err := c.vetConfig(&o.options, dir, patterns...)
	if err != nil {
		return err
	}
	result, runErr := govet.Run(ctx, cfg)
	if result == nil {
		return runErr
	}
	result.Normalize()
	var records []record.Record
	for _, f := range result.Findings {
		r := f.Record
		if r.Chain != nil && r.Chain.Sites() > 1 && (r.Rule == survey.Name || r.Rule == survey.Chains) && o.show.Selects(settingsFor(modules, r.Position.File), &r) && o.selects(&r) {
			records = append(records, r)
		}
	}
	records = worst(records)
	records = records[:min(len(records), o.top)]
	if o.json {
		err = output.Records(c.stdout, records)
	} else {
		err = output.Chains(c.stdout, dir, records)
	}
	switch {
	case err != nil:
		return err
	case runErr != nil:
		return runErr
	case len(result.Failures) > 0:
		return c.failures(result.Failures)
	}
	return nil
}

// selects reports whether a path is one of those that are asked for.
func (o *chainOptions) selects(r *record.Record) bool {
	return strings.Contains(strings.ToLower(r.Chain.Operation), strings.ToLower(o.to)) &&
		(o.from == "" || isNamed(r.Chain.Through[0], o.from))
}

// isNamed reports whether a function, given its full name, goes by a name in which the
// path of the package, or the first elements of it, and the signs of a pointer may be missing.
func isNamed(full, name string) bool {
	bare := strings.NewReplacer("(", "", ")", "", "*", "")
	full, name = bare.Replace(full), bare.Replace(name)
	return full == name || strings.HasSuffix(full, "/"+name)
}

// worst leaves of the paths to each operation the one that multiplies most, and orders them.
// Of several it is the one with the fewest functions, then one that begins with a site, then
// the first in the source.
func worst(records []record.Record) []record.Record {
	slices.SortStableFunc(records, func(a, b record.Record) int {
		return cmp.Or(
			-cmp.Compare(attempts(&a), attempts(&b)),
			cmp.Compare(len(a.Chain.Through), len(b.Chain.Through)),
			rank(&a)-rank(&b),
			strings.Compare(a.Chain.Operation, b.Chain.Operation),
			a.Compare(&b),
		)
	})
	seen := make(map[string]bool)
	return slices.DeleteFunc(records, func(r record.Record) bool {
		again := seen[r.Chain.Operation]
		seen[r.Chain.Operation] = true
		return again
	})
}

// attempts orders products: without limit is more than any number.
func attempts(r *record.Record) int64 {
	if r.Chain.Product.Kind == "unbounded" {
		return math.MaxInt64
	}
	return r.Chain.Product.N
}
