// Package rulepage reads the text of a rule and prints it as a page.
//
// There is one text a rule: the package comment of its doc.go. It holds a
// heading "Analyzer NAME", a line "NAME: SUMMARY", and then the sections of the
// page, each under a heading. What the rule's analyzer carries as Doc, what
// "retrylint explain" prints and what the pages under docs show is this text.
package rulepage

import (
	"errors"
	"fmt"
	"go/doc/comment"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Doc returns the text of a rule for [analysis.Analyzer.Doc]: the summary, an
// empty line and the sections in the syntax of Go doc comments. The source is
// that of the rule's doc.go. If the text does not have the form of a rule's,
// what is wrong stands in its place.
func Doc(source, name string) string {
	text, err := Extract(source, name)
	if err != nil {
		return fmt.Sprintf("%s has no documentation: %v", name, err)
	}
	return text
}

// Extract is as [Doc], and returns an error for a text of another form.
func Extract(source, name string) (string, error) {
	_, text, ok := strings.Cut(packageComment(source), "# Analyzer "+name+"\n")
	if !ok {
		return "", fmt.Errorf("the package comment has no heading %q", "Analyzer "+name)
	}
	summary, body, _ := strings.Cut(strings.TrimSpace(text), "\n\n")
	summary, ok = strings.CutPrefix(strings.Join(strings.Fields(summary), " "), name+": ")
	if !ok {
		return "", fmt.Errorf("the heading is not followed by %q", name+": summary")
	}
	body = strings.TrimSpace(body)
	if !strings.HasPrefix(body, "# ") {
		return "", errors.New("the summary is not followed by a section with a heading")
	}
	return summary + "\n\n" + body + "\n", nil
}

// packageComment returns the text of the lines of comment that a file begins with. Every
// process of go vet needs the texts of all rules, so that a parser would cost more than it
// is worth.
func packageComment(source string) string {
	var text strings.Builder
	for line := range strings.Lines(source) {
		line, ok := strings.CutPrefix(line, "//")
		if !ok {
			break
		}
		text.WriteString(strings.TrimPrefix(line, " "))
	}
	return text.String()
}

// Summary returns the line that says what the rule finds.
func Summary(a *analysis.Analyzer) string {
	summary, _, _ := strings.Cut(a.Doc, "\n")
	return summary
}

// Headings returns the headings of the sections, in order.
func Headings(a *analysis.Analyzer) []string {
	var headings []string
	for _, block := range parse(a).Content {
		if h, ok := block.(*comment.Heading); ok {
			headings = append(headings, plain(h.Text))
		}
	}
	return headings
}

// Text returns the page for a terminal.
func Text(a *analysis.Analyzer) string {
	var p comment.Printer
	return a.Name + ": " + Summary(a) + "\n\n" + string(p.Text(parse(a)))
}

// Markdown returns the page for the documentation.
func Markdown(a *analysis.Analyzer) string {
	p := comment.Printer{
		HeadingLevel: 2,
		HeadingID:    func(*comment.Heading) string { return "" },
	}
	doc := parse(a)
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", a.Name, sentence(Summary(a)))
	for _, block := range doc.Content {
		b.WriteString("\n")
		if code, ok := block.(*comment.Code); ok {
			// The printer would indent it, and nothing would say that it is Go.
			fmt.Fprintf(&b, "```go\n%s```\n", code.Text)
			continue
		}
		b.Write(p.Markdown(&comment.Doc{Content: []comment.Block{block}, Links: doc.Links}))
	}
	return b.String()
}

// parse returns the sections of the page, without the summary.
func parse(a *analysis.Analyzer) *comment.Doc {
	_, body, _ := strings.Cut(a.Doc, "\n\n")
	var p comment.Parser
	return p.Parse(body)
}

func plain(texts []comment.Text) string {
	var b strings.Builder
	for _, t := range texts {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(string(t))
		case comment.Italic:
			b.WriteString(string(t))
		case *comment.Link:
			b.WriteString(plain(t.Text))
		case *comment.DocLink:
			b.WriteString(plain(t.Text))
		}
	}
	return b.String()
}

func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
