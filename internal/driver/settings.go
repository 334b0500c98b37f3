package driver

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/retrylint/retrylint/internal/output"
	"github.com/retrylint/retrylint/internal/settings"
)

// recordsEnv is set by the command for the tool that it has go vet run: it filters
// findings itself, so that what only chooses among them needs no new analysis.
const recordsEnv = "RETRYLINT_RECORDS"

// settingsError says that a file with settings is wrong. Each line of it begins
// with the name of the file.
type settingsError struct{ text string }

func (e *settingsError) Error() string { return e.text }

// moduleSettings are the settings of a module.
type moduleSettings struct {
	// root is the directory of go.mod.
	root string
	// path is that of the file, "" if there is none.
	path string
	file *settings.File
}

// readSettings reads the settings of the module around a directory, and those of the
// other modules of its workspace, given the environment variable GOWORK. Any error
// of a file is a [settingsError] with all that is wrong in all of them.
//
// There is one rule for which file counts: that in the directory of the module's
// go.mod, or else in the nearest directory above it, up to the root of the repository.
// So a package finds its settings whoever asks, and each module of a workspace has
// its own unless they share one.
func readSettings(dir, gowork string) ([]moduleSettings, error) {
	var all []moduleSettings
	var wrong []string
	read := make(map[string]*settings.File)
	for _, root := range moduleRoots(dir, gowork) {
		m := moduleSettings{root: root, file: new(settings.File)}
		path, err := findSettings(dir, root)
		if err == nil && path != "" {
			m.path = path
			m.file = read[path]
			if m.file == nil {
				m.file, err = readFile(dir, path)
				read[path] = m.file
			}
		}
		if err != nil {
			if !slices.Contains(wrong, err.Error()) {
				wrong = append(wrong, err.Error())
			}
			continue
		}
		all = append(all, m)
	}
	if len(wrong) > 0 {
		return nil, &settingsError{strings.Join(wrong, "\n")}
	}
	return all, nil
}

// moduleRoots returns the directories of the go.mod around dir and of those that its
// workspace names.
func moduleRoots(dir, gowork string) []string {
	var roots []string
	if root := above(dir, "go.mod"); root != "" {
		roots = append(roots, root)
	}
	switch gowork {
	case "off":
		return roots
	case "":
		root := above(dir, "go.work")
		if root == "" {
			return roots
		}
		gowork = filepath.Join(root, "go.work")
	}
	data, err := os.ReadFile(gowork)
	if err != nil {
		return roots // go vet says what is wrong with it
	}
	work, err := modfile.ParseWork(gowork, data, nil)
	if err != nil {
		return roots // as above
	}
	for _, use := range work.Use {
		root := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(root) {
			root = filepath.Join(filepath.Dir(gowork), root)
		}
		if root = filepath.Clean(root); !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	return roots
}

// above returns the nearest directory, from dir upwards, that has a file of a name; ""
// if none has.
func above(dir, name string) string {
	for {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && !info.IsDir() {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// findSettings returns the path of the file with the settings of the module in root, ""
// if there is none. Names in errors are relative to dir.
func findSettings(dir, root string) (string, error) {
	for {
		path := filepath.Join(root, settings.FileName)
		if _, err := os.Lstat(path); err == nil {
			return path, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", unreadable(dir, path, err)
		}
		other := strings.TrimSuffix(path, ".yaml") + ".yml"
		if _, err := os.Lstat(other); err == nil {
			return "", fmt.Errorf("%s: the file with the settings is called %s", shortName(dir, other), settings.FileName)
		}
		parent := filepath.Dir(root)
		if _, err := os.Lstat(filepath.Join(root, ".git")); err == nil || parent == root {
			return "", nil
		}
		root = parent
	}
}

// readFile reads a file with settings.
func readFile(dir, path string) (*settings.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, unreadable(dir, path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a file", shortName(dir, path))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(dir, path, err)
	}
	defer f.Close()
	// One byte more than is allowed tells that there is more.
	data, err := io.ReadAll(io.LimitReader(f, settings.MaxSize+1))
	if err != nil {
		return nil, unreadable(dir, path, err)
	}
	return settings.Parse(path, shortName(dir, path), data)
}

func unreadable(dir, path string, err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathErr.Err
	}
	return fmt.Errorf("%s: the settings cannot be read: %w", shortName(dir, path), err)
}

// shortName returns the name of a file as messages print it.
func shortName(dir, path string) string {
	return output.Escape(filepath.ToSlash(output.ShortPath(dir, path)))
}

// settingsDigest returns a digest of all files with settings, "" if there is none.
// Without all, what only chooses among findings does not enter it.
func settingsDigest(modules []moduleSettings, all bool) (string, error) {
	h := sha256.New()
	found := false
	for _, m := range modules {
		if m.path == "" {
			continue
		}
		found = true
		// Paths in the file are relative to its directory.
		rel, err := filepath.Rel(m.root, m.path)
		if err != nil {
			return "", fmt.Errorf("settings: %w", err)
		}
		digest, err := m.file.Digest(all)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%q %x\n", rel, digest)
	}
	if !found {
		return "", nil
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// settingsFor returns the settings that count for a file, given its absolute path.
func settingsFor(modules []moduleSettings, file string) *settings.File {
	return moduleFor(modules, file).file
}

// moduleFor returns the module that holds a file, given its absolute path; one without settings
// if none does.
func moduleFor(modules []moduleSettings, file string) moduleSettings {
	best := moduleSettings{file: new(settings.File)}
	for _, m := range modules {
		if len(m.root) >= len(best.root) && within(m.root, file) {
			best = m
		}
	}
	return best
}

// within reports whether a file lies in a directory or below it.
func within(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
