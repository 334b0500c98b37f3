package driver

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/format"
	"github.com/retrylint/retrylint/internal/output"
	"github.com/retrylint/retrylint/internal/rulename"
	"github.com/retrylint/retrylint/internal/rulepage"
)

// rulesPages is where the pages of the rules stand.
const rulesPages = "https://github.com/retrylint/retrylint/blob/main/docs/rules/"

// checkFormat returns an error for a name that no format has; "" is the default.
func checkFormat(name string) error {
	if name != "" && !slices.Contains(format.Names(), name) {
		return usagef("%s", rulename.Unknown("format", name, format.Names()))
	}
	return nil
}

// printDocument prints a document. Without the name of a format it is for the eye on a
// terminal, and one line a finding elsewhere.
func (c *command) printDocument(d *document.Document, name, root, dir string) error {
	tty := isTerminal(c.stdout)
	if name == "" {
		name = format.Line
		if tty {
			name = format.Text
		}
	}
	o := format.Options{
		Root: root, Dir: dir,
		Color: tty && c.getenv("NO_COLOR") == "" && c.getenv("TERM") != "dumb",
	}
	for _, a := range c.rules {
		o.Rules = append(o.Rules, format.Rule{Name: a.Name, Summary: rulepage.Summary(a), Help: rulepage.Markdown(a), URI: rulesPages + a.Name + ".md"})
	}
	return format.Write(c.stdout, name, d, o)
}

// isTerminal reports whether what is written goes to a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// repositoryRoot returns the root of the repository around a directory; without one, of
// its workspace or module; else the directory.
func repositoryRoot(dir string) string {
	for root := dir; ; root = filepath.Dir(root) {
		if _, err := os.Lstat(filepath.Join(root, ".git")); err == nil {
			return root
		}
		if root == filepath.Dir(root) {
			break
		}
	}
	for _, name := range []string{"go.work", "go.mod"} {
		if root := above(dir, name); root != "" {
			return root
		}
	}
	return dir
}

// newConvertFlagSet has the flags of convert.
func newConvertFlagSet(name *string) *flag.FlagSet {
	fs := flag.NewFlagSet("convert", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	addFormatFlag(fs, name)
	return fs
}

// convert prints a saved document in another format.
func (c *command) convert(args []string) error {
	var name string
	flags := newConvertFlagSet(&name)
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return c.help(nil)
	} else if err != nil {
		return usagef("%v", err)
	}
	if err := checkFormat(name); err != nil {
		return err
	}
	if flags.NArg() > 1 {
		return usagef("convert takes one file, or none for standard input")
	}
	d, err := c.readDocument(flags.Arg(0))
	if err != nil {
		return err
	}
	return c.printDocument(d, name, "", "")
}

// readDocument reads a saved document; "" or - is standard input.
func (c *command) readDocument(name string) (*document.Document, error) {
	if name == "" || name == "-" {
		return wrongFile(document.Read(c.stdin, "standard input"))
	}
	shown := output.Escape(name)
	f, err := os.Open(name)
	if err != nil {
		return nil, &fileError{fmt.Sprintf("%s: %v", shown, reasonOf(err))}
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, &fileError{shown + ": it is a directory"}
	}
	return wrongFile(document.Read(f, shown))
}

// fileError says that a file that was named is wrong.
type fileError struct{ text string }

func (e *fileError) Error() string { return e.text }

func wrongFile[T any](v T, err error) (T, error) {
	if err != nil {
		err = &fileError{err.Error()}
	}
	return v, err
}

// reasonOf returns an error of the file system without the name of the file.
func reasonOf(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	}
	return err
}
