package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/retrylint/retrylint/corpus/source"
)

// A finding is one diagnostic of the tool.
type finding struct {
	file    string // absolute
	line    int
	rule    string
	message string
}

// exitFindings is the tool's exit code when it found something.
const exitFindings = 3

// toolOutput is what the tool prints: findings and, where they are asked for, what
// it knows of each loop.
type toolOutput struct {
	findings []finding
	sites    []site
}

// runTool runs the tool in a module and returns its output. An error does
// not make it worthless: the tool goes on past what it cannot read.
func runTool(ctx context.Context, tool string, args []string, m *module, dirs []string) (toolOutput, error) {
	cmd := commandIn(ctx, m.dir, m.env, tool, slices.Concat([]string{"-json"}, args, m.patterns(dirs))...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == exitFindings {
		err = nil
	}
	if err != nil {
		err = fmt.Errorf("%w: %s", err, shorten(stderr.String()))
	}
	out, errTree := decodeTree(&stdout, m.dir)
	return out, errors.Join(err, errTree)
}

// runSuite analyses the packages in some folders of a module from source.
func runSuite(ctx context.Context, suite *source.Suite, m *module, dirs []string) (toolOutput, error) {
	var out bytes.Buffer
	if err := suite.Print(ctx, &out, m.program, m.patterns(dirs)); err != nil {
		return toolOutput{}, err
	}
	return decodeTree(&out, m.dir)
}

// shorten keeps the beginning and the end of what the tool had to say: it may
// be an error for each package, or the stacks of a crash.
func shorten(text string) string {
	const keep = 10
	all := strings.Split(strings.TrimSpace(text), "\n")
	if len(all) > 2*keep {
		left := fmt.Sprintf("... %d lines ...", len(all)-2*keep)
		all = slices.Concat(all[:keep], []string{left}, all[len(all)-keep:])
	}
	return strings.Join(all, "\n")
}

// decodeTree reads what -json prints: objects that map package paths to
// analyzers to diagnostics, or to an error.
func decodeTree(r io.Reader, dir string) (toolOutput, error) {
	var out toolOutput
	var errs []error
	dec := json.NewDecoder(r)
	for {
		var tree map[string]map[string]json.RawMessage
		err := dec.Decode(&tree)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("output of -json: %w", err))
			break
		}
		for _, pkg := range slices.Sorted(maps.Keys(tree)) {
			for rule, raw := range tree[pkg] {
				if err := out.decodeDiagnostics(raw, rule, dir); err != nil {
					errs = append(errs, fmt.Errorf("%s: %s: %w", pkg, rule, err))
				}
			}
		}
	}
	slices.SortFunc(out.findings, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.rule, b.rule), cmp.Compare(a.message, b.message))
	})
	// A package and its variant with test files report the same.
	out.findings = slices.Compact(out.findings)
	slices.SortStableFunc(out.sites, func(a, b site) int {
		return cmp.Or(cmp.Compare(a.Position.File, b.Position.File), cmp.Compare(a.Position.Line, b.Position.Line))
	})
	return out, errors.Join(errs...)
}

func (out *toolOutput) decodeDiagnostics(raw json.RawMessage, rule, dir string) error {
	var failed struct{ Error string }
	if json.Unmarshal(raw, &failed) == nil && failed.Error != "" {
		return errors.New(failed.Error)
	}
	var diagnostics []struct {
		Posn, Message string
		Record        json.RawMessage
	}
	if err := json.Unmarshal(raw, &diagnostics); err != nil {
		return err
	}
	for _, d := range diagnostics {
		if rule == survey {
			var s site
			if err := json.Unmarshal(d.Record, &s); err != nil {
				return err
			}
			out.sites = append(out.sites, s)
			continue
		}
		file, line, err := splitPosition(d.Posn)
		if err != nil {
			return err
		}
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		out.findings = append(out.findings, finding{file, line, rule, d.Message})
	}
	return nil
}

// splitPosition splits file:line:column or file:line.
func splitPosition(posn string) (string, int, error) {
	parts := strings.Split(posn, ":")
	for _, last := range []int{len(parts) - 2, len(parts) - 1} {
		if last < 1 {
			continue
		}
		if line, err := strconv.Atoi(parts[last]); err == nil {
			return strings.Join(parts[:last], ":"), line, nil
		}
	}
	return "", 0, fmt.Errorf("no position: %q", posn)
}
