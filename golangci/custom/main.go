// Command custom is golangci-lint with the plugin, as "golangci-lint custom" builds it:
// that command needs a clone of the source of golangci-lint, this one only its module.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/retrylint/retrylint/golangci"
)

func main() {
	if err := commands.Execute(commands.BuildInfo{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
