// Package builtin holds the libraries that the tool knows by itself, as Go code that is
// generated from the files in the directory catalog.
package builtin

import (
	"sync"

	"github.com/retrylint/retrylint/internal/catalog"
)

//go:generate go run -C ../../.. ./internal/tools/cataloggen

// shared is built once a process, and each library once something asks for it.
var shared = sync.OnceValue(func() *catalog.Catalog { return catalog.New(sources()) })

// Catalog returns the catalogue of the libraries.
func Catalog() *catalog.Catalog { return shared() }
