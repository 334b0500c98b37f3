// Package answer holds sets of the answers that an attempt may get: HTTP statuses,
// gRPC codes and kinds of errors. The domain is finite, so that what a program does
// with each of them can be told exactly.
package answer

import (
	"fmt"
	"math/bits"
	"strings"
)

// Answer is one answer: an HTTP status, a gRPC code, or a kind of error that carries
// neither.
type Answer int

// The ranges of HTTP statuses and gRPC codes.
const (
	FirstStatus = 100
	LastStatus  = 599
	LastCode    = 16
)

// The kinds of errors that carry no status.
const (
	// Transport is an error of the connection: no answer came.
	Transport = firstKind + Answer(iota)
	// Timeout is the end of the attempt's own time.
	Timeout
	// Canceled is a context that was cancelled, Deadline one whose time is up.
	Canceled
	Deadline
	// EOF is io.EOF, UnexpectedEOF io.ErrUnexpectedEOF.
	EOF
	UnexpectedEOF
	// NoConnection is database/sql's ErrConnDone and driver.ErrBadConn, NoRows its
	// ErrNoRows.
	NoConnection
	NoRows
	// Other is an error that is none of these.
	Other

	firstCode = Answer(LastStatus - FirstStatus + 1)
	firstKind = firstCode + LastCode + 1
	size      = int(Other) + 1
)

// Status returns an HTTP status as an answer, -1 if it is out of range.
func Status(n int) Answer {
	if n < FirstStatus || n > LastStatus {
		return -1
	}
	return Answer(n - FirstStatus)
}

// Code returns a gRPC code as an answer, -1 if it is out of range.
func Code(n int) Answer {
	if n < 0 || n > LastCode {
		return -1
	}
	return firstCode + Answer(n)
}

// Status returns the HTTP status of an answer; ok is false if it has none.
func (a Answer) Status() (n int, ok bool) {
	return int(a) + FirstStatus, a >= 0 && a < firstCode
}

// Code returns the gRPC code of an answer; ok is false if it has none.
func (a Answer) Code() (n int, ok bool) {
	return int(a - firstCode), a >= firstCode && a < firstKind
}

// Set is a set of answers. Sets can be compared with ==.
type Set [(size + 63) / 64]uint64

// Of returns the set of some answers; those out of range are left out.
func Of(answers ...Answer) Set {
	var s Set
	for _, a := range answers {
		if a >= 0 && int(a) < size {
			s[a/64] |= 1 << (a % 64)
		}
	}
	return s
}

// Statuses returns the set of the HTTP statuses from first to last.
func Statuses(first, last int) Set {
	return between(Status(first), Status(last))
}

// between returns the set of the answers from first to last.
func between(first, last Answer) (s Set) {
	for a := first; a <= last; a++ {
		s[a/64] |= 1 << (a % 64)
	}
	return s
}

// Codes returns the set of the gRPC codes from first to last.
func Codes(first, last int) Set {
	return between(Code(first), Code(last))
}

// Kinds returns the set of all kinds of errors that carry no status.
func Kinds() Set {
	return between(firstKind, Other)
}

// Has reports whether a is in s.
func (s Set) Has(a Answer) bool { return a >= 0 && int(a) < size && s[a/64]>>(a%64)&1 != 0 }

// IsEmpty reports whether there is nothing in s.
func (s Set) IsEmpty() bool { return s == Set{} }

// Len returns the number of answers in s.
func (s Set) Len() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// Or returns what is in s or t.
func (s Set) Or(t Set) Set {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

// And returns what is in s and t.
func (s Set) And(t Set) Set {
	for i := range s {
		s[i] &= t[i]
	}
	return s
}

// Minus returns what is in s and not in t.
func (s Set) Minus(t Set) Set {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

// All yields the answers in s in order.
func (s Set) All(yield func(Answer) bool) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(Answer(64*i + bits.TrailingZeros64(word))) {
				return
			}
		}
	}
}

// AllStatuses and AllCodes are the sets of all HTTP statuses and of all gRPC codes.
var (
	AllStatuses = Statuses(FirstStatus, LastStatus)
	AllCodes    = Codes(0, LastCode)
)

// HTTP returns the HTTP statuses in s.
func (s Set) HTTP() Set { return s.And(AllStatuses) }

// GRPC returns the gRPC codes in s.
func (s Set) GRPC() Set { return s.And(AllCodes) }

// codeNames are the names of the gRPC codes. Source: google.golang.org/grpc/codes.
var codeNames = [...]string{
	"OK", "Canceled", "Unknown", "InvalidArgument", "DeadlineExceeded", "NotFound", "AlreadyExists", "PermissionDenied",
	"ResourceExhausted", "FailedPrecondition", "Aborted", "OutOfRange", "Unimplemented", "Internal", "Unavailable",
	"DataLoss", "Unauthenticated",
}

var kindNames = [...]string{
	"connection errors", "timeouts", "a cancelled context", "a deadline that is over", "io.EOF", "io.ErrUnexpectedEOF",
	"a lost database connection", "no rows", "other errors",
}

// List returns what is in s, each range of statuses as one entry: "400-407", "429",
// "NotFound", "timeouts".
func (s Set) List() []string {
	var list []string
	for n := FirstStatus; n <= LastStatus; n++ {
		if !s.Has(Status(n)) {
			continue
		}
		first := n
		for s.Has(Status(n + 1)) {
			n++
		}
		switch n - first {
		case 0:
			list = append(list, fmt.Sprint(n))
		case 1:
			list = append(list, fmt.Sprint(first), fmt.Sprint(n))
		default:
			list = append(list, fmt.Sprintf("%d-%d", first, n))
		}
	}
	for n, name := range codeNames {
		if s.Has(Code(n)) {
			list = append(list, name)
		}
	}
	for i, name := range kindNames {
		if s.Has(firstKind + Answer(i)) {
			list = append(list, name)
		}
	}
	return list
}

// String returns the list of what is in s, parted by commas.
func (s Set) String() string { return strings.Join(s.List(), ", ") }

// Final returns the answers that the same request gets again: every 4xx but 408, 425
// and 429, and the gRPC codes that say that the request, and not the moment, is wrong.
//
// Source: RFC 9110, section 15.5; RFC 8470, section 5.2; RFC 6585, section 4; and the
// comments of google.golang.org/grpc/codes.
func Final() Set {
	codes := Of(Code(1), Code(3), Code(5), Code(6), Code(7), Code(9), Code(11), Code(12), Code(16))
	return Statuses(400, 499).Minus(Of(Status(408), Status(425), Status(429))).Or(codes)
}

// Transient returns the answers that a later request may not get: 408, 425, 429, every
// 5xx, and the gRPC codes that are no final ones.
func Transient() Set {
	http := Of(Status(408), Status(425), Status(429)).Or(Statuses(500, 599))
	return http.Or(Codes(1, LastCode).Minus(Final()))
}
