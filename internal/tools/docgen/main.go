// Command docgen writes the pages under docs/rules from the documentation of
// the rules. It runs in the root of the module.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/retrylint/retrylint"
	"github.com/retrylint/retrylint/internal/rulepage"
)

func main() {
	if err := write("."); err != nil {
		fmt.Fprintln(os.Stderr, "docgen:", err)
		os.Exit(1)
	}
}

// write writes the pages below the root of the module.
func write(root string) error {
	for name, page := range pages() {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(page), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// pages returns the pages by their paths in the module.
func pages() map[string]string {
	pages := make(map[string]string)
	for _, a := range retrylint.Rules() {
		text := fmt.Sprintf("<!-- Generated from analyzers/%s/doc.go by go generate; do not edit. -->\n\n", a.Name)
		pages[filepath.Join("docs", "rules", a.Name+".md")] = text + rulepage.Markdown(a)
	}
	return pages
}
