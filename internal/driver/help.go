package driver

import (
	"flag"
	"fmt"
	"strings"
)

const helpHead = `retrylint finds bad retry loops in Go code.

Usage:

	retrylint [flags] [packages]   report findings in the packages (default: .)
	retrylint explain <rule>       print what a rule reports, and why
	retrylint explain <file:line>  print what is seen there: what is attempted, how
	                               often, how each failure comes back and waits, or
	                               why it is no retry; -json prints the records
	retrylint baseline write|check|prune [flags] [packages]
	                               accept all findings that there are, report those that
	                               are not accepted, take out what is no longer needed;
	                               the file is that of -baseline, .retrylint-baseline.yaml
	                               without it; write takes -reason text and -expires day
	                               for what it adds
	retrylint limits check|lower [flags] [packages]
	                               report limits of functions in .retrylint.yaml that are
	                               higher than they need be or are exceeded, or lower
	                               them to what is true
	retrylint convert [-format=format] [file]
	                               print what -format=json saved in another format
	retrylint summary [-top=n] file...
	                               count what -format=json saved of several repositories
	retrylint chains [-to text] [-from function] [-top 20] [packages]
	                               print, for each operation in another process, the
	                               call path on which it is attempted most often when
	                               it fails; -json prints the records
	retrylint rules                list the rules
	retrylint libraries [name]     print what is known of libraries that retry, and
	                               how it was proven
	go vet -vettool=$(which retrylint) [packages]

Settings stand in .retrylint.yaml beside go.mod, or in the nearest directory above
that has one in the same repository; flags win over them.

Packages are named as for go build. explain takes the flags -C and -tags, and
looks at tests and generated files too. chains takes these, -tests, -generated and
-low; -to selects operations that contain the text, -from the paths that begin with
a function, such as gateway.Server.Order. A directory that is called like a
subcommand is written with its path, such as ./rules.

Flags:

`

const helpTail = `
Exit codes:

	0   no findings; with -json also when there are findings
	1   some packages could not be analysed, or the tool failed;
	    findings in the other packages are printed nevertheless
	2   the arguments or the settings are wrong; nothing was run
	3   there are findings

The packages are analysed by 'go vet' with retrylint as its tool, so results
are cached, and build flags can be given in GOFLAGS. With -since, git takes the
revision out of the repository, into a temporary directory. Nothing else is run. The
go command is the one for which go.mod asks if it is installed or was
downloaded before, else the one in PATH; no toolchain is downloaded.
Under go vet itself the flags are -retrylint.tests, -retrylint.generated
and -retrylint.low.
`

// Help returns how to use the command.
func Help() string {
	var b strings.Builder
	b.WriteString(helpHead)
	newFlagSet(new(options)).VisitAll(func(f *flag.Flag) {
		name, usage := flag.UnquoteUsage(f)
		if name != "" {
			name = " " + name
		}
		fmt.Fprintf(&b, "\t-%-14s %s\n", f.Name+name, usage)
	})
	b.WriteString(helpTail)
	return b.String()
}

// Flags returns the flags of the command, and those of its subcommands. What baseline takes
// beside the flags of the command is a set of its own.
func Flags() []*flag.FlagSet {
	baseline := flag.NewFlagSet("baseline", flag.ContinueOnError)
	new(acceptance).addFlags(baseline)
	return []*flag.FlagSet{
		newFlagSet(new(options)),
		newExplainFlagSet(new(options)),
		newChainsFlagSet(new(chainOptions)),
		baseline,
		newLimitsFlagSet(new(options)),
		newConvertFlagSet(new(string)),
		newSummaryFlagSet(new(int)),
	}
}

// help prints how to use the command.
func (c *command) help(args []string) error {
	if len(args) != 0 {
		return usagef("help takes no arguments; for a rule, run 'retrylint explain %s'", args[0])
	}
	_, err := fmt.Fprint(c.stdout, Help())
	return err
}
