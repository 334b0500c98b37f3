// Command retrylint finds bad retry loops in Go code.
//
// It runs by itself, as "retrylint ./...", and as a tool of go vet, as
// "go vet -vettool=$(which retrylint) ./...". See "retrylint -help".
package main

import (
	"github.com/retrylint/retrylint"
	"github.com/retrylint/retrylint/internal/driver"
)

func main() {
	driver.Main(retrylint.Analyzers())
}
