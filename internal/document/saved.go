package document

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/retrylint/retrylint/internal/output"
	"github.com/retrylint/retrylint/internal/record"
)

// Format is the number of the form in which documents are saved. It rises when a reader
// of the old one would misunderstand the new one; fields may be added without that.
const Format = 1

// MaxSize is the size of the largest saved document that is read.
const MaxSize = 64 << 20

// A saved document is a stream of objects with one key each: first a header, then the
// findings, and at last an end, without which it is not whole.

type header struct {
	Format  int    `json:"format"`
	Tool    string `json:"tool"`
	Against string `json:"against,omitempty"`
}

type end struct {
	Findings int  `json:"findings"`
	Complete bool `json:"complete"`
}

type object struct {
	Retrylint *header  `json:"retrylint,omitempty"`
	Finding   *Finding `json:"finding,omitempty"`
	End       *end     `json:"end,omitempty"`
}

// Save writes a document so that [Read] reads it again.
func (d *Document) Save(w io.Writer) error {
	b := bufio.NewWriter(w)
	put := func(o object) error {
		data, err := json.Marshal(o)
		if err != nil {
			return err
		}
		_, err = b.Write(append(output.EscapeJSON(data), '\n'))
		return err
	}
	if err := put(object{Retrylint: &header{Format: Format, Tool: d.Tool, Against: d.Against}}); err != nil {
		return err
	}
	for i := range d.Findings {
		if err := put(object{Finding: &d.Findings[i]}); err != nil {
			return err
		}
	}
	if err := put(object{End: &end{Findings: len(d.Findings), Complete: d.Complete}}); err != nil {
		return err
	}
	return b.Flush()
}

// Read reads a saved document. The name is what errors call the file; each is one line
// that begins with it.
func Read(r io.Reader, name string) (*Document, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(data) > MaxSize:
		return nil, fmt.Errorf("%s: the file is larger than %d MiB", name, MaxSize>>20)
	case bytes.IndexByte(data, 0) >= 0 || !utf8.Valid(data):
		return nil, fmt.Errorf("%s: the file is not text; what -format=json printed is expected", name)
	case len(bytes.TrimSpace(data)) == 0:
		return nil, fmt.Errorf("%s: the file is empty; what -format=json printed is expected", name)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	// at is where the object at hand begins.
	var at int64
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("%s:%d: %s", name, bytes.Count(data[:at], []byte("\n"))+1, fmt.Sprintf(format, args...))
	}
	d := new(Document)
	started := false
	for {
		rest := data[dec.InputOffset():]
		at = int64(len(data) - len(bytes.TrimLeft(rest, " \t\r\n")))
		var o object
		err := dec.Decode(&o)
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			return nil, wrong("the file ends in the middle: the object \"end\" is missing")
		case err != nil:
			return nil, wrong("%s", reason(err))
		case o.Retrylint == nil && !started:
			return nil, wrong("what -format=json printed is expected, which begins with an object \"retrylint\"; -json prints something else")
		case o.Retrylint != nil:
			if started {
				return nil, wrong("a second object \"retrylint\"; a file holds what one run printed")
			}
			if o.Retrylint.Format > Format {
				return nil, wrong("the file is of a newer retrylint (format %d; this one reads %d)", o.Retrylint.Format, Format)
			}
			if o.Retrylint.Format < 1 {
				return nil, wrong("the object \"retrylint\" has no format")
			}
			started = true
			d.Tool, d.Against = o.Retrylint.Tool, o.Retrylint.Against
		case o.Finding != nil:
			if err := o.Finding.check(); err != nil {
				return nil, wrong("%v", err)
			}
			d.Findings = append(d.Findings, *o.Finding)
		case o.End != nil:
			if o.End.Findings != len(d.Findings) {
				return nil, wrong("there are %d findings, and the end speaks of %d", len(d.Findings), o.End.Findings)
			}
			d.Complete = o.End.Complete
			if rest := bytes.TrimLeft(data[dec.InputOffset():], " \t\r\n"); len(rest) > 0 {
				at = int64(len(data) - len(rest))
				return nil, wrong("something follows the object \"end\"")
			}
			return d, nil
		}
	}
}

// check returns what a finding lacks.
func (f *Finding) check() error {
	switch {
	case f.Rule == "":
		return errors.New("a finding without a rule")
	case !slices.Contains([]record.Confidence{record.High, record.Medium, record.Low}, f.Confidence):
		return fmt.Errorf("a finding of confidence %q; known are high, medium and low", f.Confidence)
	case f.At.File == "" || f.At.Start.Line < 1:
		return errors.New("a finding without a place")
	case f.Fingerprint == "":
		return errors.New("a finding without a fingerprint")
	}
	return nil
}

// reason returns what is wrong with JSON, in words that do not name Go types.
func reason(err error) string {
	if typeErr, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if typeErr.Field == "" {
			return fmt.Sprintf("%s, where an object is expected", typeErr.Value)
		}
		return fmt.Sprintf("%s in %s, where another kind of value is expected", typeErr.Value, typeErr.Field)
	}
	return "not JSON: " + err.Error()
}
