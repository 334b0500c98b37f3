// Fixes applies the suggested fixes of retrylint to a copy of a module and checks
// what becomes of it: it compiles, it is formatted as before, the findings that had a
// fix are gone, there are no others, and a second run changes nothing.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

// The exit codes.
const (
	exitDone   = 0
	exitFailed = 1 // a check failed, or could not be made
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(command(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func command(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("fixes", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: fixes -retrylint binary [flags] folder|module@version [packages]")
		flags.PrintDefaults()
	}
	tool := flags.String("retrylint", "", "the binary to run")
	module := flags.String("module", ".", "folder of the module, within the folder that is copied")
	least := flags.Int("min", 0, "fail if there are fewer fixes")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return exitDone
	} else if err != nil {
		return exitUsage
	}
	if *tool == "" || flags.NArg() == 0 {
		flags.Usage()
		return exitUsage
	}
	patterns := flags.Args()[1:]
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	path, err := filepath.Abs(*tool)
	if err != nil {
		fmt.Fprintf(stderr, "fixes: %v\n", err)
		return exitFailed
	}
	c := &check{tool: path, patterns: patterns, stdout: stdout}
	if err := c.run(ctx, flags.Arg(0), *module, *least); err != nil {
		fmt.Fprintf(stderr, "fixes: %s: %v\n", flags.Arg(0), err)
		return exitFailed
	}
	return exitDone
}

// A check is one run over a copy.
type check struct {
	tool     string
	patterns []string
	dir      string
	stdout   io.Writer
}

func (c *check) run(ctx context.Context, source, module string, least int) error {
	temp, err := os.MkdirTemp("", "fixes")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	// The go command reports files by their real paths.
	if temp, err = filepath.EvalSymlinks(temp); err != nil {
		return err
	}
	if strings.Contains(source, "@") {
		if source, err = download(ctx, source); err != nil {
			return err
		}
	}
	if source, err = filepath.EvalSymlinks(source); err != nil {
		return err
	}
	if err := copyTree(temp, source); err != nil {
		return err
	}
	c.dir = filepath.Join(temp, module)

	found, err := c.find(ctx)
	if err != nil {
		return err
	}
	var want []string
	for _, f := range found {
		if f.Fixes == 0 {
			want = append(want, f.key())
		}
	}
	fixes := len(found) - len(want)
	unformatted, err := c.unformatted(ctx)
	if err != nil {
		return err
	}
	before, err := hashes(c.dir)
	if err != nil {
		return err
	}
	if _, err := c.command(ctx, "go", c.vet("-fix")...); err != nil {
		return fmt.Errorf("applying the fixes: %w", err)
	}
	after, err := hashes(c.dir)
	if err != nil {
		return err
	}
	changed := 0
	for name, hash := range after {
		if before[name] != hash {
			changed++
		}
	}
	fmt.Fprintf(c.stdout, "%d findings, %d fixes, %d files changed\n", len(found), fixes, changed)
	if fixes < least {
		return fmt.Errorf("%d fixes, want %d", fixes, least)
	}

	// The tests are compiled along by go vet.
	if _, err := c.command(ctx, "go", append([]string{"build"}, c.patterns...)...); err != nil {
		return fmt.Errorf("the fixed code does not compile: %w", err)
	}
	now, err := c.unformatted(ctx)
	if err != nil {
		return err
	}
	if now != unformatted {
		return fmt.Errorf("not formatted any more:\n%s", now)
	}
	left, err := c.find(ctx)
	if err != nil {
		return err
	}
	var got []string
	for _, f := range left {
		got = append(got, f.key())
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("findings that are left:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if _, err := c.command(ctx, "go", c.vet("-fix")...); err != nil {
		return fmt.Errorf("applying the fixes again: %w", err)
	}
	again, err := hashes(c.dir)
	if err != nil {
		return err
	}
	if !maps.Equal(again, after) {
		return errors.New("a second run changes files")
	}
	return nil
}

// download returns the folder of a module from the module proxy.
func download(ctx context.Context, module string) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "mod", "download", "-json", module).Output()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(out, &m); err != nil {
		return "", err
	}
	return m.Dir, nil
}

// copyTree copies a folder, other than with [os.CopyFS] so that the owner may
// write to what is copied, and without what git keeps.
func copyTree(dst, src string) error {
	return filepath.WalkDir(src, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(src, path)
		if err != nil {
			return err
		}
		to := filepath.Join(dst, rel)
		switch {
		case d.Name() == ".git":
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return os.MkdirAll(to, 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o644)
	})
}

// finding is a diagnostic without its line, which a fix may move.
type finding struct {
	Rule, File string
	Fixes      int
}

// key names a finding. What a rule says of a loop may change when the fix of another
// one makes its waits random.
func (f *finding) key() string { return f.Rule + " " + f.File }

// find returns what the tool finds, in order.
func (c *check) find(ctx context.Context) ([]finding, error) {
	out, err := c.command(ctx, c.tool, append([]string{"-json", "-tests"}, c.patterns...)...)
	if err != nil {
		return nil, err
	}
	var tree map[string]map[string]json.RawMessage
	if err := json.Unmarshal(out, &tree); err != nil {
		return nil, err
	}
	var found []finding
	for pkg, rules := range tree {
		for rule, raw := range rules {
			var diagnostics []struct {
				Posn           string
				SuggestedFixes []json.RawMessage `json:"suggested_fixes"`
			}
			if err := json.Unmarshal(raw, &diagnostics); err != nil {
				return nil, fmt.Errorf("%s: %s: %s", pkg, rule, raw)
			}
			for _, d := range diagnostics {
				file, _, _ := strings.Cut(strings.TrimPrefix(d.Posn, c.dir+string(filepath.Separator)), ":")
				found = append(found, finding{rule, file, len(d.SuggestedFixes)})
			}
		}
	}
	slices.SortFunc(found, func(a, b finding) int { return strings.Compare(a.key(), b.key()) })
	return found, nil
}

// vet returns the arguments of go vet with the tool.
func (c *check) vet(flags ...string) []string {
	return slices.Concat([]string{"vet", "-vettool=" + c.tool, "-retrylint.tests"}, flags, c.patterns)
}

// unformatted returns the names of the files that gofmt would change.
func (c *check) unformatted(ctx context.Context) (string, error) {
	out, err := c.command(ctx, "go", append([]string{"list", "-f", "{{.Dir}}"}, c.patterns...)...)
	if err != nil {
		return "", err
	}
	var names strings.Builder
	for dir := range strings.Lines(string(out)) {
		files, err := filepath.Glob(filepath.Join(strings.TrimSpace(dir), "*.go"))
		if err != nil {
			return "", err
		}
		if len(files) == 0 {
			continue
		}
		// Files with syntax errors are in no package.
		list, _ := c.command(ctx, "gofmt", append([]string{"-l"}, files...)...)
		names.Write(list)
	}
	return names.String(), nil
}

func (c *check) command(ctx context.Context, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "PWD="+c.dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return stdout.Bytes(), fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, stderr.Bytes())
	}
	return stdout.Bytes(), nil
}

// hashes returns what identifies the content of each Go file.
func hashes(dir string) (map[string][sha256.Size]byte, error) {
	sums := make(map[string][sha256.Size]byte)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(path) != ".go" {
			return err
		}
		data, err := os.ReadFile(path)
		sums[path] = sha256.Sum256(data)
		return err
	})
	return sums, err
}
