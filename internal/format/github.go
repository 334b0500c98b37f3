package format

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/output"
)

// github prints workflow commands of GitHub Actions, which become annotations. An end is
// left out: an annotation is shown below the last line it names, and a loop may be long.
func github(b *bufio.Writer, d *document.Document) {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for i := range d.Findings {
		f := &d.Findings[i]
		fmt.Fprintf(b, "::%s file=%s,line=%d", level(f.Confidence, "error", "warning", "notice"), property.Replace(output.Escape(f.At.File)), f.At.Start.Line)
		if f.At.Start.UTF16 > 0 {
			fmt.Fprintf(b, ",col=%d", f.At.Start.UTF16)
		}
		fmt.Fprintf(b, ",title=%s::%s\n", property.Replace("retrylint: "+output.Escape(f.Rule)), data.Replace(output.Escape(f.Text())))
	}
}
