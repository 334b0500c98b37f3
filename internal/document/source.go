package document

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/retrylint/retrylint/internal/settings"
)

// maxSource is the size of the largest file that is read to show a line of it.
const maxSource = 64 << 20

// maxLine is the number of bytes of a line that are shown: generated files have very long
// ones.
const maxLine = 400

// sources reads source files, each once.
type sources map[string]*source

// source is a file cut into lines.
type source struct {
	data []byte
	// starts are the offsets at which lines begin.
	starts []int
}

// file returns a file, given its absolute path; one without lines if it cannot be read, or
// is neither Go nor settings: a //line comment can name any file, and what that holds is not to get into
// a report.
func (s sources) file(path string) *source {
	if f := s[path]; f != nil {
		return f
	}
	f := new(source)
	s[path] = f
	path, err := filepath.EvalSymlinks(path)
	if err != nil || filepath.Ext(path) != ".go" && filepath.Base(path) != settings.FileName {
		return f
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxSource {
		return f
	}
	r, err := os.Open(path)
	if err != nil {
		return f
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, maxSource))
	if err != nil {
		return f
	}
	f.data, f.starts = data, []int{0}
	for i, c := range data {
		if c == '\n' {
			f.starts = append(f.starts, i+1)
		}
	}
	return f
}

// line returns a line without its end; nil if there is none of that number.
func (f *source) line(n int) []byte {
	if n < 1 || n > len(f.starts) {
		return nil
	}
	line := f.data[f.starts[n-1]:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	return bytes.TrimSuffix(line, []byte("\r"))
}

// shown returns a line as it is shown: as valid text of limited length, without its indentation.
func (f *source) shown(n int) string {
	line := bytes.TrimSpace(f.line(n))
	if len(line) > maxLine {
		line = append(line[:maxLine:maxLine], "…"...)
	}
	return strings.ToValidUTF8(string(line), "\ufffd")
}

// point returns the place in a line and column; the columns are 0 if they are not known.
func (f *source) point(line, column int) Point {
	p := Point{Line: line, Column: column}
	text := f.line(line)
	if column < 1 || text == nil || column-1 > len(text) {
		return p
	}
	p.UTF16 = utf16Len(text[:column-1]) + 1
	return p
}

// at returns the place of an offset; ok is false if the file does not reach that far.
func (f *source) at(offset int) (p Point, ok bool) {
	if offset < 0 || offset > len(f.data) || len(f.starts) == 0 {
		return p, false
	}
	line := 1
	for lo, hi := 0, len(f.starts); lo < hi; {
		mid := (lo + hi) / 2
		if f.starts[mid] <= offset {
			line, lo = mid+1, mid+1
		} else {
			hi = mid
		}
	}
	start := f.starts[line-1]
	return Point{Line: line, Column: offset - start + 1, UTF16: utf16Len(f.data[start:offset]) + 1}, true
}

// utf16Len returns how many code units of UTF-16 a text takes; a byte that is no text
// counts as the replacement that stands for it.
func utf16Len(text []byte) int {
	n := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		n++
		if r > 0xffff {
			n++
		}
		text = text[size:]
	}
	return n
}
