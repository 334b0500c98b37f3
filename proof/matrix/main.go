// Command matrix holds the symbols of the catalogue against the oldest and the newest
// version of each module that the catalogue states:
//
//	go run ./matrix [-v] [library...]
//
// It gets each version from the module proxy into a throw-away module, so that no
// version is raised by another library. Exit code 1 says that something is wrong.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	pathpkg "path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/catalog/builtin"
	"github.com/retrylint/retrylint/proof/symbols"
)

func main() {
	verbose := flag.Bool("v", false, "print the versions that are right, too")
	flag.Parse()
	ok := true
	for _, lib := range builtin.Catalog().Libraries() {
		if flag.NArg() > 0 && !slices.Contains(flag.Args(), lib.Name) {
			continue
		}
		for _, m := range lib.Modules {
			for _, version := range versions(m) {
				checked, wrong := check(lib, m.Path, version)
				for _, w := range wrong {
					fmt.Println(w)
				}
				ok = ok && len(wrong) == 0
				if *verbose || len(wrong) > 0 {
					fmt.Printf("%s: %s %s: %d symbols, %d wrong\n", lib.Name, m.Path, version, checked, len(wrong))
				}
			}
		}
	}
	if !ok {
		os.Exit(1)
	}
}

// versions are those of a module that are looked at: none for a class of modules.
func versions(m catalog.Module) []string {
	all := slices.DeleteFunc([]string{m.Oldest, m.Newest}, func(v string) bool { return v == "" })
	if m.Path == "std" {
		return []string{""}
	}
	return slices.Compact(all)
}

// check loads the packages of a library that a version of a module holds, and holds the
// library against them.
func check(lib *catalog.Library, module, version string) (checked int, wrong []string) {
	fail := func(err error) (int, []string) {
		return 0, []string{fmt.Sprintf("%s: %s@%s: %v", lib.Name, module, version, err)}
	}
	dir, err := os.MkdirTemp("", "matrix")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(dir)
	modfile := "module matrix\n\ngo 1.26.0\n"
	if version != "" {
		modfile += fmt.Sprintf("\nrequire %s %s\n", module, version)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(modfile), 0o644); err != nil {
		return fail(err)
	}
	paths, err := packagesOf(dir, lib, module, version)
	if err != nil {
		return fail(err)
	}
	loaded, err := packages.Load(&packages.Config{
		Dir:  dir,
		Env:  append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off"),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedModule,
	}, paths...)
	if err != nil {
		return fail(err)
	}
	in := map[string]symbols.Package{}
	for _, p := range loaded {
		for _, err := range p.Errors {
			// A body that does not fit to a later version of a dependency declares the same.
			if err.Kind != packages.TypeError {
				return fail(err)
			}
		}
		in[p.PkgPath] = symbols.Package{Types: p.Types, Version: version}
	}
	wrong, checked = symbols.Check(builtin.Catalog(), lib, in)
	return checked, wrong
}

// packagesOf lists the packages that symbols of the library are in, as far as the
// module holds them: of a class of packages, the first, one in the middle and the last.
func packagesOf(dir string, lib *catalog.Library, module, version string) ([]string, error) {
	held, err := standard(dir)
	if version != "" {
		held, err = download(dir, module, version)
	}
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, pattern := range lib.Imports {
		var matching []string
		for _, path := range held {
			if pattern != "..." && catalog.PathMatches(pattern, path) {
				matching = append(matching, path)
			}
		}
		if len(matching) > 3 {
			matching = []string{matching[0], matching[len(matching)/2], matching[len(matching)-1]}
		}
		for _, path := range matching {
			wanted[path] = true
		}
	}
	if len(wanted) == 0 {
		return nil, fmt.Errorf("holds no package of the library")
	}
	return slices.Sorted(maps.Keys(wanted)), nil
}

// standard lists the packages of the standard library.
func standard(dir string) ([]string, error) {
	out, err := run(dir, "list", "std")
	return strings.Fields(string(out)), err
}

// download gets a version of a module and lists the directories in it that hold Go
// files, as paths of packages.
func download(dir, module, version string) ([]string, error) {
	out, err := run(dir, "mod", "download", "-json", module+"@"+version)
	var got struct{ Error, Dir string }
	if jsonErr := json.Unmarshal(out, &got); jsonErr == nil && got.Error != "" {
		return nil, errors.New(got.Error) // the proxy does not serve it
	}
	if err != nil {
		return nil, err
	}
	var held []string
	err = filepath.WalkDir(got.Dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !entry.IsDir() {
			if name := entry.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
				below := strings.TrimPrefix(filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), got.Dir)), "/")
				held = append(held, pathpkg.Join(module, below))
			}
			return nil
		}
		if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil && path != got.Dir {
			return fs.SkipDir // another module
		}
		if name := entry.Name(); path != got.Dir && (name == "testdata" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".")) {
			return fs.SkipDir
		}
		return nil
	})
	slices.Sort(held)
	return slices.Compact(held), err
}

// run runs the go command.
func run(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("go %s: %v: %s", strings.Join(args, " "), err, lastLine(stderr.String()))
	}
	return out, nil
}

// lastLine returns the last line of what a command said, which is what went wrong.
func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}
