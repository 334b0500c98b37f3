// Package golangci makes the suite a module plugin of golangci-lint. The file
// .custom-gcl.yml of a program that wants it names this package, and its settings of
// golangci-lint have the keys of .retrylint.yaml; docs/golangci-lint.md has both.
package golangci

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/goccy/go-yaml"
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint"
	"github.com/retrylint/retrylint/internal/settings"
)

// Name is the name of the linter in the settings of golangci-lint.
const Name = "retrylint"

// A module plugin has no other way to make itself known.
func init() { register.Plugin(Name, New) }

// New returns the linter with settings as golangci-lint has read them, nil if there are
// none. What is wrong in them is an error that says where, counted from the key settings.
func New(raw any) (register.LinterPlugin, error) {
	var data []byte
	if raw != nil {
		var err error
		if data, err = yaml.Marshal(raw); err != nil {
			return nil, fmt.Errorf("settings of %s: %w", Name, err)
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("settings of %s: %w", Name, err)
	}
	// Paths in the settings are relative to where golangci-lint runs.
	file, err := settings.Parse(filepath.Join(dir, settings.FileName), "settings of "+Name, data)
	if err != nil {
		return nil, err
	}
	return &linter{file}, nil
}

type linter struct{ file *settings.File }

// BuildAnalyzers returns the rules.
func (l *linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	settings.Analyzer.Run = settings.Fixed(l.file)
	return retrylint.Rules(), nil
}

// GetLoadMode says that the rules need types.
func (l *linter) GetLoadMode() string { return register.LoadModeTypesInfo }
