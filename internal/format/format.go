// Package format prints documents, one format a file.
package format

import (
	"bufio"
	"io"
	"path/filepath"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/output"
	"github.com/retrylint/retrylint/internal/record"
)

// Rule is what formats say of a rule.
type Rule struct {
	Name string
	// Summary is one line, Help the page in Markdown, URI where the page stands.
	Summary, Help, URI string
}

// Options are what formats need besides the document.
type Options struct {
	// Rules are all rules that were run, in order.
	Rules []Rule
	// Root is the root of the repository and Dir the directory to which people's eyes are
	// used: what they read names files relative to it. Both are empty if they are not known.
	Root, Dir string
	// Color colours text.
	Color bool
}

// Names of the formats. Line is one line a finding, Text is for the eye.
const (
	Line       = "line"
	Text       = "text"
	JSON       = "json"
	SARIF      = "sarif"
	GitHub     = "github"
	GitLab     = "gitlab"
	Checkstyle = "checkstyle"
)

// Names returns the names of all formats.
func Names() []string { return []string{Line, Text, JSON, SARIF, GitHub, GitLab, Checkstyle} }

// Write prints a document in the format of a name.
func Write(w io.Writer, name string, d *document.Document, o Options) error {
	b := bufio.NewWriter(w)
	var err error
	switch name {
	case Text:
		text(b, d, o)
	case JSON:
		err = d.Save(b)
	case SARIF:
		err = sarif(b, d, o)
	case GitHub:
		github(b, d)
	case GitLab:
		err = gitlab(b, d)
	case Checkstyle:
		err = checkstyle(b, d)
	default:
		line(b, d, o)
	}
	if err != nil {
		return err
	}
	return b.Flush()
}

// file returns the name of a file of the document as people read it.
func (o *Options) file(name string) string {
	if o.Root == "" || filepath.IsAbs(name) {
		return filepath.FromSlash(name)
	}
	return output.ShortPath(o.Dir, filepath.Join(o.Root, filepath.FromSlash(name)))
}

// level returns the one of three words, most severe first, that stands for a confidence.
func level(c record.Confidence, high, medium, low string) string {
	switch c {
	case record.High:
		return high
	case record.Medium:
		return medium
	}
	return low
}
