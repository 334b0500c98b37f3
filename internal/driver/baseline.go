package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/retrylint/retrylint/internal/baseline"
	"github.com/retrylint/retrylint/internal/govet"
	"github.com/retrylint/retrylint/internal/output"
)

// acceptance is what is said of findings that are accepted.
type acceptance struct {
	reason  string
	expires baseline.Day
}

func (a *acceptance) addFlags(fs *flag.FlagSet) {
	fs.StringVar(&a.reason, "reason", "", "why what is added is accepted, as `text`")
	fs.Func("expires", "the last `day` on which what is added is accepted, such as 2027-01-31", func(s string) error { return a.expires.UnmarshalText([]byte(s)) })
}

// baselineCommand writes a baseline, checks against it, or takes out of it what is no longer
// needed.
func (c *command) baselineCommand(ctx context.Context, args []string) error {
	const verbs = "baseline takes one of write, check and prune"
	if len(args) == 0 {
		return usagef(verbs)
	}
	verb := args[0]
	o := options{baseline: baseline.DefaultFile}
	flags := newFlagSet(&o)
	var accepted acceptance
	switch verb {
	case "write":
		accepted.addFlags(flags)
	case "check", "prune":
	default:
		return usagef(verbs)
	}
	if err := flags.Parse(args[1:]); errors.Is(err, flag.ErrHelp) {
		return c.help(nil)
	} else if err != nil {
		return usagef("%v", err)
	}
	if err := o.check(); err != nil {
		return err
	}
	if o.json || o.since != "" || o.fix || o.diff || o.baseline == "" || verb != "check" && o.format != "" {
		return usagef("baseline %s takes the flags that choose findings, and -baseline", verb)
	}
	dir, err := workDir(o.dir)
	if err != nil {
		return err
	}
	old, err := readBaseline(dir, o.baseline)
	if errors.Is(err, fs.ErrNotExist) && verb == "write" {
		old = new(baseline.Baseline)
	} else if err != nil {
		return &fileError{err.Error()}
	}
	r, err := c.inspect(ctx, &o, flags.Args())
	if err != nil {
		return err
	}
	if verb != "check" && !r.complete() {
		// What could not be analysed would be taken for mended.
		return errors.Join(r.outcome(c, 0), errors.New("the baseline was not changed"))
	}
	stale, extent, err := r.stale(ctx, old)
	if err != nil {
		return err
	}
	path := under(dir, o.baseline)
	switch verb {
	case "check":
		doc := r.document(&o)
		doc.Against = o.baseline
		doc.Findings = old.New(doc.Findings, c.now())
		if err := c.printDocument(doc, o.format, r.root, r.dir); err != nil {
			return err
		}
		c.printStale(o.baseline, stale)
		return r.outcome(c, len(doc.Findings)+len(stale))
	case "prune":
		if len(stale) > 0 {
			if err := old.Without(stale).Write(path); err != nil {
				return err
			}
		}
		for _, s := range stale {
			fmt.Fprintln(c.stdout, output.Escape(s.String()))
		}
		return nil
	}
	doc := r.document(&o)
	added := len(old.New(doc.Findings, c.now()))
	updated := old.Accept(doc.Findings, extent.Covers, accepted.reason, accepted.expires, c.now())
	if err := updated.Write(path); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "%s: %d accepted, %d of them new\n", output.Escape(o.baseline), len(updated.Findings), added)
	return err
}

// readBaseline reads a baseline, given its name as it was written.
func readBaseline(dir, name string) (*baseline.Baseline, error) {
	return baseline.Read(under(dir, name), output.Escape(name))
}

// under returns the path of a file that is named in a directory.
func under(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// stale returns what a baseline accepts without need, as far as the run can tell.
func (r *inspection) stale(ctx context.Context, b *baseline.Baseline) ([]baseline.Stale, *govet.Extent, error) {
	if !r.complete() {
		return nil, nil, nil
	}
	extent, err := govet.ExtentOf(ctx, r.cfg)
	if err != nil {
		return nil, nil, err
	}
	// What is not shown is there nevertheless.
	return b.Stale(r.places.New("", r.result.Findings, true).Findings, extent.Covers), extent, nil
}

// printStale says on standard error what a baseline accepts without need.
func (c *command) printStale(name string, stale []baseline.Stale) {
	for _, s := range stale {
		fmt.Fprintf(c.stderr, "%s: %s\n", output.Escape(name), output.Escape(s.String()))
	}
	if len(stale) > 0 {
		fmt.Fprintln(c.stderr, "Run 'retrylint baseline prune' to take out what is not needed.")
	}
}
