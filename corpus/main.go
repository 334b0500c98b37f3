// Corpus runs retrylint on public repositories and holds its findings against
// what readers said about places in them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/corpus/source"
)

// The exit codes.
const (
	exitDone   = 0
	exitFailed = 1 // something could not be read or run; the report is of the rest
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(command(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
}

// options are the command line.
type options struct {
	labels, checkouts, tool string
	repos, rules            list
	out                     string
	baseline, save          string
	jobs                    int
	verbose                 bool
	sites                   bool
	low                     bool
	only                    string
	source, refresh         bool
	facts                   string
	cpuprofile              string
	toolArgs                []string
}

// list is a flag that may be repeated and may hold several values.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(s string) error {
	*l = append(*l, strings.Split(s, ",")...)
	return nil
}

func parseOptions(args []string, stderr io.Writer) (*options, error) {
	o := new(options)
	fs := flag.NewFlagSet("corpus", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintln(stderr, "usage: corpus -labels file -checkouts folder -retrylint binary [flags] [-- flags of the binary]\n       corpus -labels file -checkouts folder -source [flags]")
		fs.PrintDefaults()
	}
	fs.StringVar(&o.labels, "labels", "", "labels, one JSON object a line")
	fs.StringVar(&o.checkouts, "checkouts", "", "folder of checkouts named owner+name or owner/name")
	fs.StringVar(&o.tool, "retrylint", "", "the binary to run")
	fs.Var(&o.repos, "repo", "only this repository (may be repeated)")
	fs.Var(&o.rules, "rule", "only this rule (may be repeated)")
	fs.StringVar(&o.out, "out", "", "write unlabelled findings to this file")
	fs.StringVar(&o.baseline, "baseline", "", "compare with a run saved earlier")
	fs.StringVar(&o.save, "save", "", "save the outcomes to this file")
	fs.IntVar(&o.jobs, "jobs", 1, "repositories read at the same time")
	fs.BoolVar(&o.sites, "sites", false, "hold also what the tool knows of each place against its label")
	fs.BoolVar(&o.low, "low", false, "show findings of low confidence too")
	fs.StringVar(&o.only, "only", "", "only repositories whose name contains this")
	fs.BoolVar(&o.source, "source", false, "analyse from source in this process, without the binary and without compiling")
	fs.StringVar(&o.facts, "facts", "", "with -source, analyse other modules too and keep their facts in this folder")
	fs.BoolVar(&o.refresh, "refresh", false, "with -facts, make the facts again")
	fs.StringVar(&o.cpuprofile, "cpuprofile", "", "write a CPU profile of this process to this file")
	fs.BoolVar(&o.verbose, "v", false, "list every miss, false alarm and label not analysed")
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	o.toolArgs = fs.Args()
	if wrong := o.check(); wrong != "" {
		fs.Usage()
		return nil, errors.New(wrong)
	}
	if o.low {
		o.toolArgs = append([]string{"-low"}, o.toolArgs...)
	}
	if o.sites {
		o.toolArgs = append([]string{"-records"}, o.toolArgs...)
	}
	return o, nil
}

// check says what is wrong with the command line, or nothing.
func (o *options) check() string {
	switch {
	case o.labels == "" || o.checkouts == "" || o.jobs < 1:
		return "-labels and -checkouts are needed, and at least one job"
	case o.source && (o.tool != "" || len(o.toolArgs) > 0):
		return "with -source there is no binary to run or to hand flags to"
	case !o.source && o.tool == "":
		return "-retrylint is needed, or -source"
	case !o.source && o.facts != "":
		return "-facts needs -source"
	case o.refresh && o.facts == "":
		return "-refresh needs -facts"
	}
	return ""
}

func command(ctx context.Context, args, env []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitDone
	}
	if err != nil {
		fmt.Fprintf(stderr, "corpus: %v\n", err)
		return exitUsage
	}
	var problems bool
	err = profiled(o.cpuprofile, func() (err error) {
		problems, err = hold(ctx, o, env, stdout, stderr)
		return err
	})
	if err != nil {
		fmt.Fprintf(stderr, "corpus: %v\n", err)
		return exitFailed
	}
	if problems {
		return exitFailed
	}
	return exitDone
}

// hold reads the repositories, judges their findings and reports. It says
// whether there were problems on the way.
func hold(ctx context.Context, o *options, env []string, stdout, stderr io.Writer) (problems bool, err error) {
	labels, err := openLabels(o)
	if err != nil {
		return false, err
	}
	var before *run
	if o.baseline != "" {
		if before, err = loadRun(o.baseline); err != nil {
			return false, err
		}
	}
	s, err := o.settings(env)
	if err != nil {
		return false, err
	}
	repositories := readAll(ctx, s, labels, o.jobs, func(r *repository) {
		fmt.Fprintf(stderr, "%s: %d labels, %d findings\n", r.name, len(r.places), len(r.findings))
		for _, p := range r.problems {
			problems = true
			fmt.Fprintf(stderr, "%s: %v\n", r.name, p)
		}
	})
	rules := o.rules
	if rules == nil {
		rules = knownRules(repositories)
	}
	var verdicts []*verdict
	for _, r := range repositories {
		verdicts = append(verdicts, judge(r, rules))
	}

	if err := report(stdout, verdicts, rules); err != nil {
		return problems, err
	}
	if o.verbose {
		reportEach(stdout, verdicts)
	}
	if o.sites {
		var all []comparison
		for _, r := range repositories {
			all = append(all, compareSites(r)...)
		}
		if err := reportAgreement(stdout, all, o.verbose); err != nil {
			return problems, err
		}
	}
	reportSkipped(stdout, verdicts, o.verbose)
	after := newRun(verdicts, rules)
	if before != nil {
		compare(stdout, before, after)
	}
	if o.save != "" {
		if err := after.save(o.save); err != nil {
			return problems, err
		}
	}
	if o.out != "" {
		return problems, writeFile(o.out, func(w io.Writer) error { return writeOutside(w, verdicts) })
	}
	return problems, nil
}

// profiled calls f and writes a CPU profile of it to a file, if one is named.
func profiled(file string, f func() error) error {
	if file == "" {
		return f()
	}
	return writeFile(file, func(w io.Writer) error {
		if err := pprof.StartCPUProfile(w); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
		return f()
	})
}

// settings returns what every repository is read with.
func (o *options) settings(env []string) (s settings, err error) {
	s = settings{checkouts: o.checkouts, toolArgs: o.toolArgs, env: env}
	if !o.source {
		// The binary runs in the folders of modules.
		if s.tool, err = exec.LookPath(o.tool); err == nil {
			s.tool, err = filepath.Abs(s.tool)
		}
		return s, err
	}
	// The output of cgo is there only after compiling.
	s.env = append(slices.Clip(env), "CGO_ENABLED=0")
	var facts *source.Store
	if o.facts != "" {
		if facts, err = source.NewStore(o.facts, o.refresh); err != nil {
			return s, err
		}
	}
	s.suite, err = source.NewSuite(facts, o.sites, o.low)
	return s, err
}

// openLabels reads the labels of the repositories that are asked for.
func openLabels(o *options) ([]*label, error) {
	f, err := os.Open(o.labels)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	labels, err := readLabels(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.labels, err)
	}
	labels = slices.DeleteFunc(labels, func(l *label) bool { return !strings.Contains(l.Repo, o.only) })
	if len(labels) == 0 {
		return nil, fmt.Errorf("no labels for a repository with %q in its name", o.only)
	}
	if o.repos == nil {
		return labels, nil
	}
	for _, repo := range o.repos {
		if !slices.ContainsFunc(labels, func(l *label) bool { return l.Repo == repo }) {
			return nil, fmt.Errorf("no labels for the repository %s", repo)
		}
	}
	return slices.DeleteFunc(labels, func(l *label) bool { return !slices.Contains(o.repos, l.Repo) }), nil
}

// knownRules are those that a label or a finding names.
func knownRules(repositories []*repository) []string {
	var rules []string
	for _, r := range repositories {
		for _, p := range r.places {
			for rule := range p.Flags {
				rules = append(rules, rule)
			}
		}
		for _, f := range r.findings {
			rules = append(rules, f.rule)
		}
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}

func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
