// Package driver is the command line of retrylint.
//
// One executable is both the command that people run and the tool that go vet
// runs on each package; the command drives go vet with itself as the tool.
package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/settings"
	"github.com/retrylint/retrylint/internal/survey"
)

// Exit codes of the command.
const (
	ExitClean    = 0
	ExitFailure  = 1
	ExitUsage    = 2
	ExitFindings = 3
)

// Main runs the command or, if the arguments are those of go vet to its tool,
// the tool, and exits. The suite holds the analyzers; those besides
// [settings.Analyzer] and [survey.Analyzer] are the rules.
func Main(suite []*analysis.Analyzer) {
	args := os.Args[1:]
	if isVetProtocol(args) {
		serveVet(suite, args)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	c := &command{
		rules:  rulesOf(suite),
		env:    os.Environ(),
		now:    time.Now,
		stdin:  os.Stdin,
		stdout: os.Stdout,
		stderr: os.Stderr,
	}
	os.Exit(c.run(ctx, args))
}

// command is one invocation.
type command struct {
	rules  []*analysis.Analyzer
	env    []string
	now    func() time.Time
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

// getenv returns the value of an environment variable, "" if it is not set.
func (c *command) getenv(name string) string {
	value := ""
	for _, kv := range c.env {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			value = v // of several the last counts
		}
	}
	return value
}

// usageError is an error in the arguments.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// errFindings says that there are findings and that they have been printed.
var errFindings = errors.New("there are findings")

// run runs the command and returns its exit code.
func (c *command) run(ctx context.Context, args []string) int {
	err := c.dispatch(ctx, args)
	if err == nil {
		return ExitClean
	}
	if errors.Is(err, errFindings) {
		return ExitFindings
	}
	if _, ok := errors.AsType[*settingsError](err); ok {
		fmt.Fprintf(c.stderr, "%s\nretrylint: the settings are wrong; nothing was run\n", escapeLines(err.Error()))
		return ExitUsage
	}
	if _, ok := errors.AsType[*fileError](err); ok {
		fmt.Fprintln(c.stderr, escapeLines(err.Error()))
		return ExitUsage
	}
	fmt.Fprintf(c.stderr, "retrylint: %s\n", escapeLines(err.Error()))
	if _, ok := errors.AsType[*usageError](err); ok {
		fmt.Fprintf(c.stderr, "Run 'retrylint -help' for usage.\n")
		return ExitUsage
	}
	return ExitFailure
}

// dispatch runs a subcommand, or the analysis.
func (c *command) dispatch(ctx context.Context, args []string) error {
	if len(args) > 0 {
		switch args[0] {
		case "explain":
			return c.explain(ctx, args[1:])
		case "baseline":
			return c.baselineCommand(ctx, args[1:])
		case "limits":
			return c.limitsCommand(ctx, args[1:])
		case "convert":
			return c.convert(args[1:])
		case "summary":
			return c.summary(args[1:])
		case "chains":
			return c.chains(ctx, args[1:])
		case "rules":
			return c.listRules(args[1:])
		case "libraries":
			return c.libraries(args[1:])
		case "help":
			return c.help(args[1:])
		}
	}
	return c.analyze(ctx, args)
}

func rulesOf(suite []*analysis.Analyzer) []*analysis.Analyzer {
	var rules []*analysis.Analyzer
	for _, a := range suite {
		if a != settings.Analyzer && a != survey.Analyzer {
			rules = append(rules, a)
		}
	}
	return rules
}

// toolVersion describes the build of this executable.
func toolVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "retrylint (unknown version)"
	}
	return fmt.Sprintf("retrylint %s (%s)", version(), info.GoVersion)
}

// version returns the version of the module that this executable was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func isVetProtocol(args []string) bool {
	if len(args) == 0 {
		return false
	}
	if len(args) == 1 && (args[0] == "-V=full" || args[0] == "-flags") {
		return true
	}
	last := args[len(args)-1]
	return filepath.Ext(last) == ".cfg" && !strings.HasPrefix(last, "-")
}
