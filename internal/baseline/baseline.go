// Package baseline knows findings that were accepted, so that only new ones are reported.
//
// An accepted finding is known by its fingerprint, and a chain of retries also by what it
// multiplies to, which may fall but not rise.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/filewrite"
	"github.com/retrylint/retrylint/internal/yamlfile"
)

// DefaultFile is the name of the file if none is given.
const DefaultFile = ".retrylint-baseline.yaml"

// MaxSize is the largest size of a file in bytes.
const MaxSize = 8 << 20

// version is that of the form of the file.
const version = 1

// Baseline are the accepted findings.
type Baseline struct {
	Version  int     `yaml:"version"`
	Findings []Entry `yaml:"findings"`
}

// Entry is an accepted finding. Besides the fingerprint and the product, what is said of it
// is for people.
type Entry struct {
	Fingerprint Fingerprint `yaml:"fingerprint"`
	Rule        string      `yaml:"rule"`
	// Package is an import path: an entry is stale if the package was analysed and the
	// finding is gone.
	Package     string `yaml:"package"`
	Declaration string `yaml:"declaration"`
	Operation   string `yaml:"operation"`
	// Product is what a chain multiplies to; zero for a finding about no chain.
	Product Product `yaml:"product"`
	Reason  string  `yaml:"reason"`
	// Expires is the last day on which the finding is accepted; "" is no end.
	Expires Day `yaml:"expires"`
}

// Fingerprint is that of a finding.
type Fingerprint string

// UnmarshalText reads the digits of a fingerprint.
func (f *Fingerprint) UnmarshalText(text []byte) error {
	if b, err := hex.DecodeString(string(text)); err != nil || len(b) != 16 {
		return fmt.Errorf("%q, where a fingerprint of 32 hexadecimal digits is expected", text)
	}
	*f = Fingerprint(text)
	return nil
}

// Product is the product of a chain.
type Product document.Attempts

// UnmarshalText reads a number, or "without limit".
func (p *Product) UnmarshalText(text []byte) error {
	if string(text) == unlimited {
		*p = Product{Kind: "unbounded"}
		return nil
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || n < 1 {
		return fmt.Errorf("%q, where a whole number from 1 or %q is expected", text, unlimited)
	}
	*p = Product{Kind: "exact", N: n}
	return nil
}

const unlimited = "without limit"

// Day is a day, as 2027-01-31.
type Day string

// UnmarshalText reads a day.
func (d *Day) UnmarshalText(text []byte) error {
	if _, err := time.Parse(time.DateOnly, string(text)); err != nil {
		return fmt.Errorf("%q, where a day is expected, such as 2027-01-31", text)
	}
	*d = Day(text)
	return nil
}

// before reports whether the day has passed.
func (d Day) before(now time.Time) bool {
	return d != "" && string(d) < now.UTC().Format(time.DateOnly)
}

var versionLine = regexp.MustCompile(`(?m)^version:[ \t]*([0-9]+)`)

// Parse reads a baseline. The name is what errors call the file; each of them is one line
// with line and column.
func Parse(name string, data []byte) (*Baseline, error) {
	if err := yamlfile.Admit(name, data, MaxSize, "a baseline is"); err != nil {
		return nil, err
	}
	// A newer form may have other keys, which would be reported one by one.
	if m := versionLine.FindSubmatch(data); m != nil && string(m[1]) != strconv.Itoa(version) {
		return nil, fmt.Errorf("%s: the file is of another retrylint (version %s; this one reads %d)", name, m[1], version)
	}
	b := new(Baseline)
	doc, err := yamlfile.Decode(name, data, b)
	if err != nil {
		return nil, err
	}
	if b.Version != version {
		doc.Errorf(b, "version", "version: %d is expected", version)
	}
	seen := make(map[Fingerprint]bool)
	for i := range b.Findings {
		e := &b.Findings[i]
		switch {
		case e.Fingerprint == "":
			doc.Errorf(e, "", "the finding has no fingerprint")
		case e.Package == "":
			doc.Errorf(e, "", "the finding has no package")
		case seen[e.Fingerprint]:
			doc.Errorf(e, "fingerprint", "a second finding with the fingerprint %s", e.Fingerprint)
		}
		seen[e.Fingerprint] = true
	}
	if err := doc.Err(); err != nil {
		return nil, err
	}
	return b, nil
}

// Read reads the file of a path. An error for which [fs.ErrNotExist] holds says that there
// is none.
func Read(path, name string) (*Baseline, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a file", name)
	}
	if err == nil && info.Size() > MaxSize {
		return Parse(name, make([]byte, MaxSize+1))
	}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(path)
	}
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, fmt.Errorf("%s: %w", name, pathErr.Err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return Parse(name, data)
}

// Write writes the file of a path.
func (b *Baseline) Write(path string) error {
	return filewrite.All([]filewrite.File{{Path: path, Data: b.Encode()}})
}

const head = `# Findings that are accepted. Written by 'retrylint baseline write'; a reason and a last
# day (expires: 2027-01-31) can be added to each by hand.
version: 1
findings:`

// Encode returns what the file holds, with the entries in order.
func (b *Baseline) Encode() []byte {
	entries := slices.Clone(b.Findings)
	slices.SortFunc(entries, func(a, b Entry) int {
		return cmp.Or(strings.Compare(a.Package, b.Package), strings.Compare(a.Declaration, b.Declaration),
			strings.Compare(a.Rule, b.Rule), strings.Compare(string(a.Fingerprint), string(b.Fingerprint)))
	})
	var w bytes.Buffer
	w.WriteString(head)
	if len(entries) == 0 {
		w.WriteString(" []")
	}
	w.WriteString("\n")
	for _, e := range entries {
		fmt.Fprintf(&w, "  - fingerprint: %q\n", string(e.Fingerprint))
		for _, kv := range [][2]string{{"rule", e.Rule}, {"package", e.Package}, {"declaration", e.Declaration}, {"operation", e.Operation}} {
			if kv[1] != "" {
				fmt.Fprintf(&w, "    %s: %s\n", kv[0], quote(kv[1]))
			}
		}
		if e.Product.Kind == "unbounded" {
			fmt.Fprintf(&w, "    product: %s\n", unlimited)
		} else if e.Product.N > 0 {
			fmt.Fprintf(&w, "    product: %d\n", e.Product.N)
		}
		if e.Reason != "" {
			fmt.Fprintf(&w, "    reason: %s\n", quote(e.Reason))
		}
		if e.Expires != "" {
			fmt.Fprintf(&w, "    expires: %q\n", string(e.Expires))
		}
	}
	return w.Bytes()
}

// quote returns a text as YAML has it in double quotes, which is as Go has it if the text is
// valid.
func quote(s string) string { return strconv.Quote(strings.ToValidUTF8(s, "\ufffd")) }

// entryOf returns the entry for a finding.
func entryOf(f *document.Finding) Entry {
	e := Entry{
		Fingerprint: Fingerprint(f.Fingerprint), Rule: f.Rule, Package: f.Package, Declaration: f.Declaration, Operation: f.Operation,
	}
	if f.Chain != nil {
		e.Product = productOf(f.Chain)
		if e.Operation == "" {
			e.Operation = f.Chain.Operation
		}
	}
	return e
}

func productOf(c *document.Chain) Product {
	if c.Product.Kind == "unbounded" {
		return Product{Kind: "unbounded"}
	}
	return Product{Kind: "exact", N: max(c.Product.N, 1)}
}

// New returns the findings that are not accepted, each with why it is not although there is
// an entry for it.
func (b *Baseline) New(findings []document.Finding, now time.Time) []document.Finding {
	accepted := b.byFingerprint()
	var rest []document.Finding
	for _, f := range findings {
		e := accepted[Fingerprint(f.Fingerprint)]
		switch {
		case e == nil:
		case e.Expires.before(now):
			f.Expired = string(e.Expires)
		case f.Chain != nil && document.Attempts(productOf(f.Chain)).Exceeds(document.Attempts(e.Product)):
			before := document.Attempts(e.Product)
			f.Before = &before
		default:
			continue
		}
		rest = append(rest, f)
	}
	return rest
}

func (b *Baseline) byFingerprint() map[Fingerprint]*Entry {
	all := make(map[Fingerprint]*Entry)
	for i := range b.Findings {
		all[b.Findings[i].Fingerprint] = &b.Findings[i]
	}
	return all
}

// Accept returns the baseline that accepts exactly some findings, besides what is accepted in
// packages that were not analysed. What was accepted keeps its reason and its last day; new
// entries get those given, and so do those whose last day has passed.
func (b *Baseline) Accept(findings []document.Finding, analysed func(pkg string) bool, reason string, expires Day, now time.Time) *Baseline {
	old := b.byFingerprint()
	out := &Baseline{Version: version}
	taken := make(map[Fingerprint]bool)
	for i := range findings {
		e := entryOf(&findings[i])
		if taken[e.Fingerprint] {
			// One entry stands for all that cannot be told apart.
			at := slices.IndexFunc(out.Findings, func(o Entry) bool { return o.Fingerprint == e.Fingerprint })
			if document.Attempts(e.Product).Exceeds(document.Attempts(out.Findings[at].Product)) {
				out.Findings[at].Product = e.Product
			}
			continue
		}
		taken[e.Fingerprint] = true
		e.Reason, e.Expires = reason, expires
		if o := old[e.Fingerprint]; o != nil && !o.Expires.before(now) {
			e.Reason, e.Expires = o.Reason, o.Expires
		}
		out.Findings = append(out.Findings, e)
	}
	for _, e := range b.Findings {
		if !taken[e.Fingerprint] && !analysed(e.Package) {
			out.Findings = append(out.Findings, e)
		}
	}
	return out
}

// Stale is an entry that says more than is needed.
type Stale struct {
	Entry
	// Now is what the chain multiplies to; zero if the finding is gone.
	Now Product
}

// String says what is stale.
func (s Stale) String() string {
	place := s.Rule
	if s.Declaration != "" {
		place += " in " + s.Declaration
	}
	place += " of " + s.Package
	if s.Now.Kind == "" {
		return place + " is accepted, and is no longer found"
	}
	return fmt.Sprintf("%s is accepted with a product of %s, and it is %s", place, document.Attempts(s.Product), document.Attempts(s.Now))
}

// Stale returns the entries for which there is no finding any more, or one that multiplies
// to less. The findings are all, shown or not.
func (b *Baseline) Stale(findings []document.Finding, analysed func(pkg string) bool) []Stale {
	present := make(map[Fingerprint]*document.Finding)
	for i := range findings {
		f := &findings[i]
		other := present[Fingerprint(f.Fingerprint)]
		if other == nil || f.Chain != nil && (other.Chain == nil || f.Chain.Product.Exceeds(other.Chain.Product)) {
			present[Fingerprint(f.Fingerprint)] = f
		}
	}
	var stale []Stale
	for _, e := range b.Findings {
		f := present[e.Fingerprint]
		switch {
		case f == nil && analysed(e.Package):
			stale = append(stale, Stale{Entry: e})
		case f != nil && f.Chain != nil && document.Attempts(e.Product).Exceeds(document.Attempts(productOf(f.Chain))):
			stale = append(stale, Stale{Entry: e, Now: productOf(f.Chain)})
		}
	}
	return stale
}

// Without returns the baseline without what is stale.
func (b *Baseline) Without(stale []Stale) *Baseline {
	by := make(map[Fingerprint]Stale)
	for _, s := range stale {
		by[s.Fingerprint] = s
	}
	out := &Baseline{Version: version}
	for _, e := range b.Findings {
		s, ok := by[e.Fingerprint]
		if ok && s.Now.Kind == "" {
			continue
		}
		if ok {
			e.Product = s.Now
		}
		out.Findings = append(out.Findings, e)
	}
	return out
}
