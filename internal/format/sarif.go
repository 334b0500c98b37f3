package format

import (
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/document"
)

// The types below are the part of SARIF 2.1.0 that is written.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool               `json:"tool"`
	Invocations []sarifInvocation       `json:"invocations"`
	URIBases    map[string]sarifURIBase `json:"originalUriBaseIds"`
	ColumnKind  string                  `json:"columnKind"`
	Results     []sarifResult           `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID               string         `json:"id"`
	ShortDescription *sarifMessage  `json:"shortDescription,omitempty"`
	FullDescription  *sarifMessage  `json:"fullDescription,omitempty"`
	Help             *sarifMessage  `json:"help,omitempty"`
	HelpURI          string         `json:"helpUri,omitempty"`
	Configuration    sarifLevel     `json:"defaultConfiguration"`
	Properties       map[string]any `json:"properties,omitempty"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifMessage struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	Successful bool `json:"executionSuccessful"`
}

type sarifURIBase struct {
	Description sarifMessage `json:"description"`
}

type sarifResult struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Level               string            `json:"level"`
	Message             sarifMessage      `json:"message"`
	Locations           []sarifLocation   `json:"locations"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`
	CodeFlows           []sarifCodeFlow   `json:"codeFlows,omitempty"`
	RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
	Fixes               []sarifFix        `json:"fixes,omitempty"`
	BaselineState       string            `json:"baselineState,omitempty"`
	Properties          map[string]any    `json:"properties,omitempty"`
}

type sarifLocation struct {
	ID       int                    `json:"id,omitempty"`
	Physical sarifPhysicalLocation  `json:"physicalLocation"`
	Logical  []sarifLogicalLocation `json:"logicalLocations,omitempty"`
	Message  *sarifMessage          `json:"message,omitempty"`
}

type sarifPhysicalLocation struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

type sarifLogicalLocation struct {
	FullyQualifiedName string `json:"fullyQualifiedName"`
	Kind               string `json:"kind"`
}

type sarifCodeFlow struct {
	ThreadFlows []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	Locations []sarifFlowLocation `json:"locations"`
}

type sarifFlowLocation struct {
	Location     sarifLocation `json:"location"`
	NestingLevel int           `json:"nestingLevel"`
}

type sarifFix struct {
	Description sarifMessage  `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion   `json:"deletedRegion"`
	Inserted *sarifMessage `json:"insertedContent,omitempty"`
}

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// sourceRoot is what paths are relative to; GitHub and CodeQL call it so.
	sourceRoot = "%SRCROOT%"
	home       = "https://github.com/retrylint/retrylint"
	// fingerprintKey names the way in which fingerprints are computed.
	fingerprintKey = "retrylint/v1"
)

// sarif prints a log of SARIF 2.1.0.
func sarif(w io.Writer, d *document.Document, o Options) error {
	run := sarifRun{
		Tool:        sarifTool{Driver: sarifDriver{Name: "retrylint", Version: number(d.Tool), InformationURI: home, Rules: sarifRules(d, o.Rules)}},
		Invocations: []sarifInvocation{{Successful: d.Complete}},
		URIBases:    map[string]sarifURIBase{sourceRoot: {sarifMessage{Text: "the root of the repository"}}},
		ColumnKind:  "utf16CodeUnits",
		Results:     []sarifResult{},
	}
	for i := range d.Findings {
		f := &d.Findings[i]
		r := sarifOf(f)
		r.RuleIndex = slices.IndexFunc(run.Tool.Driver.Rules, func(rule sarifRule) bool { return rule.ID == f.Rule })
		if d.Against != "" {
			r.BaselineState = "new"
			if f.Before != nil {
				r.BaselineState = "updated"
			}
		}
		run.Results = append(run.Results, r)
	}
	return writeJSON(w, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

// number returns a version as SARIF has it, which begins with a digit; "" if it has no number.
func number(version string) string {
	version = strings.TrimPrefix(version, "v")
	if version == "" || version[0] < '0' || version[0] > '9' {
		return ""
	}
	return version
}

// sarifRules returns the rules, with those that only the document names at the end.
func sarifRules(d *document.Document, rules []Rule) []sarifRule {
	all := []sarifRule{}
	for _, r := range rules {
		all = append(all, sarifRule{
			ID:               r.Name,
			ShortDescription: &sarifMessage{Text: sentence(r.Summary)},
			FullDescription:  &sarifMessage{Text: sentence(r.Summary)},
			Help:             &sarifMessage{Text: r.Help, Markdown: r.Help}, HelpURI: r.URI,
			Configuration: sarifLevel{"warning"},
			Properties:    map[string]any{"tags": []string{"reliability", "retries"}, "precision": "high", "problem.severity": "warning"},
		})
	}
	for i := range d.Findings {
		name := d.Findings[i].Rule
		if !slices.ContainsFunc(all, func(r sarifRule) bool { return r.ID == name }) {
			// GitHub takes no rule without texts.
			text := &sarifMessage{Text: "A rule of another version of retrylint."}
			all = append(all, sarifRule{ID: name, ShortDescription: text, FullDescription: text, Help: text, Configuration: sarifLevel{"warning"}})
		}
	}
	return all
}

func sarifOf(f *document.Finding) sarifResult {
	at := sarifAt(f.At)
	if f.Declaration != "" {
		at.Logical = []sarifLogicalLocation{{FullyQualifiedName: f.Package + "." + f.Declaration, Kind: "function"}}
	}
	r := sarifResult{
		RuleID: f.Rule, Level: level(f.Confidence, "error", "warning", "note"),
		Message:             sarifMessage{Text: f.Text()},
		Locations:           []sarifLocation{at},
		PartialFingerprints: map[string]string{fingerprintKey: f.Fingerprint},
		Properties:          map[string]any{"confidence": f.Confidence},
	}
	for i, related := range f.Related {
		l := sarifAt(related.At)
		l.ID, l.Message = i+1, &sarifMessage{Text: related.Message}
		r.RelatedLocations = append(r.RelatedLocations, l)
	}
	if f.Chain != nil {
		r.Properties["product"] = f.Chain.Product.String()
		r.CodeFlows = []sarifCodeFlow{{ThreadFlows: []sarifThreadFlow{{Locations: sarifFlow(f)}}}}
	}
	for _, fix := range f.Fixes {
		r.Fixes = append(r.Fixes, sarifFixOf(fix))
	}
	return r
}

// sarifFlow returns the sites of a chain, the first one outermost. What lies outside of the
// repository is shown where it was last inside: a viewer needs a place to go to.
func sarifFlow(f *document.Finding) []sarifFlowLocation {
	var flow []sarifFlowLocation
	at := f.At
	for i, link := range f.Chain.Links {
		if link.Known && !path.IsAbs(link.At.File) {
			at = link.At
		}
		l := sarifAt(at)
		l.Logical = []sarifLogicalLocation{{FullyQualifiedName: link.Function, Kind: "function"}}
		l.Message = &sarifMessage{Text: link.String()}
		flow = append(flow, sarifFlowLocation{Location: l, NestingLevel: i})
	}
	return flow
}

func sarifFixOf(fix document.Fix) sarifFix {
	out := sarifFix{Description: sarifMessage{Text: fix.Message}}
	for _, e := range fix.Edits {
		at := sarifAt(e.At).Physical
		i := slices.IndexFunc(out.Changes, func(c sarifChange) bool { return c.Artifact.URI == at.Artifact.URI })
		if i < 0 {
			i = len(out.Changes)
			out.Changes = append(out.Changes, sarifChange{Artifact: at.Artifact})
		}
		replacement := sarifReplacement{Deleted: *at.Region}
		if e.New != "" {
			replacement.Inserted = &sarifMessage{Text: e.New}
		}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements, replacement)
	}
	return out
}

// sarifAt returns a part of a file. Without its columns a region is whole lines.
func sarifAt(s document.Span) sarifLocation {
	region := &sarifRegion{StartLine: s.Start.Line, StartColumn: s.Start.UTF16}
	if s.End.Line > 0 && (region.StartColumn == 0) == (s.End.UTF16 == 0) {
		region.EndLine, region.EndColumn = s.End.Line, s.End.UTF16
	}
	return sarifLocation{Physical: sarifPhysicalLocation{Artifact: sarifFile(s.File), Region: region}}
}

// sarifFile returns a file as a URI, relative to the root of the repository if it lies in it.
func sarifFile(name string) sarifArtifact {
	if path.IsAbs(name) {
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: name}).String()}
	}
	// A first element with a colon would be taken for a scheme.
	uri := strings.TrimPrefix((&url.URL{Path: name}).String(), "./")
	if first, _, _ := strings.Cut(uri, "/"); strings.Contains(first, ":") {
		uri = strings.Replace(uri, ":", "%3A", strings.Count(first, ":"))
	}
	return sarifArtifact{URI: uri, Base: sourceRoot}
}

// sentence makes a sentence of a line.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
