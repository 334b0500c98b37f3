package driver

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/retrylint/retrylint/internal/output"
)

// serveVet answers go vet and exits.
func serveVet(suite []*analysis.Analyzer, args []string) {
	if args[0] == "-V=full" {
		if err := printToolID(os.Stdout); err != nil {
			fmt.Fprintf(os.Stderr, "retrylint: %v\n", err)
			os.Exit(ExitFailure)
		}
		os.Exit(ExitClean)
	}
	guardAll(suite, os.Stderr)
	unitchecker.Main(suite...)
}

// printToolID prints what go vet takes for the identity of its tool: results are
// cached until it changes. unitchecker would print the path of the executable
// too, which go vet cannot read if there is a space in it.
func printToolID(w io.Writer) error {
	path, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "retrylint version devel buildID=%x\n", h.Sum(nil))
	return err
}

// guardAll makes the analyzers, and those they require, return an error where
// they would panic: a panic would lose the findings of the other analyzers and
// the facts of the package, and would show its trace to the user.
func guardAll(suite []*analysis.Analyzer, log io.Writer) {
	seen := make(map[*analysis.Analyzer]bool)
	var visit func([]*analysis.Analyzer)
	visit = func(analyzers []*analysis.Analyzer) {
		for _, a := range analyzers {
			if !seen[a] {
				seen[a] = true
				a.Run = guard(a.Run, log)
				visit(a.Requires)
			}
		}
	}
	visit(suite)
}

func guard(run func(*analysis.Pass) (any, error), log io.Writer) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (result any, err error) {
		defer func() {
			if r := recover(); r != nil {
				result = nil
				err = fmt.Errorf("internal error in %s on %s: %v%s", pass.Analyzer.Name, pass.Pkg.Path(), r, panicSite())
				// An analyzer that requires this one fails without the reason.
				fmt.Fprintf(log, "retrylint: %s\n", output.Escape(err.Error()))
			}
		}()
		return run(pass)
	}
}

// panicSite returns where the panic that is being recovered came from.
func panicSite() string {
	pc := make([]uintptr, 32)
	frames := runtime.CallersFrames(pc[:runtime.Callers(1, pc)])
	panicking := false
	for {
		frame, more := frames.Next()
		if panicking && !strings.HasPrefix(frame.Function, "runtime.") {
			return fmt.Sprintf(" (%s:%d)", frame.File, frame.Line)
		}
		panicking = panicking || frame.Function == "runtime.gopanic"
		if !more {
			return ""
		}
	}
}
