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

	"github.com/retrylint/retrylint/internal/govet"
	"github.com/retrylint/retrylint/internal/output"
	"github.com/retrylint/retrylint/internal/settings"
)

// serveVet answers go vet and exits.
func serveVet(suite []*analysis.Analyzer, args []string) {
	if args[0] == "-V=full" {
		if err := printToolID(os.Stdout); err != nil {
			failTool(err)
		}
		os.Exit(ExitClean)
	}
	settings.Analyzer.Run = settings.Reading(unitSettings)
	guardAll(suite, os.Stderr)
	unitchecker.Main(suite...)
}

// failTool ends the tool with an error. go vet shows what it says.
func failTool(err error) {
	fmt.Fprintln(os.Stderr, escapeLines(err.Error()))
	os.Exit(ExitFailure)
}

// unitSettings returns the settings of the module of a package that go vet has the tool
// analyse; it runs it in the directory of the package. They were read before, when go
// vet asked for the identity of the tool, and there was nothing wrong with them.
func unitSettings(*analysis.Pass) *settings.File {
	dir, err := os.Getwd()
	if err != nil {
		failTool(err)
	}
	modules, err := readSettings(dir, "off")
	if err != nil {
		failTool(err)
	}
	return settingsFor(modules, dir)
}

// printToolID prints what go vet takes for the identity of its tool: results are
// cached until it changes. So the settings are part of it. unitchecker would print the
// path of the executable too, which go vet cannot read if there is a space in it.
//
// go vet asks in the directory in which it was started, and for all packages at once.
// That this covers every package follows from where settings are looked for: it analyses
// the packages of the module around that directory, and of those in its workspace.
func printToolID(w io.Writer) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	modules, err := readSettings(dir, os.Getenv("GOWORK"))
	if err != nil {
		return err
	}
	digest, err := settingsDigest(modules, os.Getenv(recordsEnv) == "")
	if err != nil {
		return err
	}
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
	io.WriteString(h, digest)
	io.WriteString(h, os.Getenv(govet.RootsEnv))
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
