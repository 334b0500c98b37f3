package driver

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/libpage"
	"github.com/retrylint/retrylint/internal/rulename"
)

// libraries prints what is known of a library, or the libraries that something is
// known of: those of the tool, and what the settings of the module add and remove.
func (c *command) libraries(args []string) error {
	dir, err := workDir("")
	if err != nil {
		return err
	}
	modules, err := readSettings(dir, c.getenv("GOWORK"))
	if err != nil {
		return err
	}
	libs := settingsFor(modules, dir).Catalog().Libraries()
	switch len(args) {
	case 0:
		return c.listLibraries(libs)
	case 1:
	default:
		return usagef("libraries takes at most one name")
	}
	var names []string
	for _, l := range libs {
		if l.Name == args[0] {
			_, err := io.WriteString(c.stdout, libpage.Text(l))
			return err
		}
		names = append(names, l.Name)
	}
	return usagef("%s", rulename.Unknown("library", args[0], names))
}

func (c *command) listLibraries(libs []*catalog.Library) error {
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "library\tattempts by default\tfacts: read\tmeasured\tcounted\t\n")
	for _, l := range libs {
		proofs := make(map[catalog.Proof]int)
		for _, p := range libpage.Proofs(l) {
			proofs[p]++
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%s\n", l.Name, libpage.Attempts(l), proofs[catalog.Read], proofs[catalog.Measured],
			proofs[catalog.CountedByTest], l.About)
	}
	return w.Flush()
}
