package output

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"

	"github.com/retrylint/retrylint/internal/finding"
)

// Text prints one finding a line: file:line:column, message and rule. Paths are
// relative to dir where that is shorter.
func Text(w io.Writer, dir string, result *finding.Result) error {
	b := bufio.NewWriter(w)
	for _, f := range result.Findings {
		position := f.Record.Position
		position.File = ShortPath(dir, position.File)
		fmt.Fprintf(b, "%s: %s (%s)\n", Escape(position.String()), Escape(f.Record.Message), f.Record.Rule)
	}
	return b.Flush()
}

// ShortPath returns path relative to dir if that is shorter.
func ShortPath(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil && len(rel) < len(path) {
		return rel
	}
	return path
}
