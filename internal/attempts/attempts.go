// Package attempts is the arithmetic of numbers of attempts: how they multiply along
// a path, and which is the larger of two.
package attempts

import (
	"fmt"
	"math/bits"
)

// Max is the largest number that is kept. A product above it is Max, as a lower
// bound: who reads it does not care what comes behind.
const Max = 1_000_000_000

// Count is how often something is issued when every attempt fails. The zero value is
// one attempt.
//
// A count is a known number, a lower bound (a number that may be larger, because a
// factor in it is not known), or without limit. What is known of a factor of which
// nothing is known is that it is at least one.
type Count struct {
	// more is the number less one, so that the zero value is one attempt.
	more int64
	open bool
	// unbounded says that there is no limit; the others are zero then.
	unbounded bool
}

// Exactly returns the count that is n; a number below one counts as one, since what
// is looked at is a call that is made.
func Exactly(n int64) Count { return saturated(n, false) }

// AtLeast returns the count of which only the lower bound n is known.
func AtLeast(n int64) Count { return saturated(n, true) }

// Unknown is the count of which nothing is known.
func Unknown() Count { return AtLeast(1) }

// Unbounded returns the count that nothing limits.
func Unbounded() Count { return Count{unbounded: true} }

func saturated(n int64, open bool) Count {
	n = max(n, 1)
	if n > Max {
		return Count{more: Max - 1, open: true}
	}
	return Count{more: n - 1, open: open}
}

// N returns the number, which is a lower bound if the count is open; Max if nothing
// limits it.
func (c Count) N() int64 {
	if c.unbounded {
		return Max
	}
	return c.more + 1
}

// IsOpen reports whether only a lower bound is known.
func (c Count) IsOpen() bool { return c.open }

// IsUnbounded reports whether there is no limit.
func (c Count) IsUnbounded() bool { return c.unbounded }

// IsOne reports whether the count is one attempt, and known to be.
func (c Count) IsOne() bool { return c == Count{} }

// Times returns the product: what c attempts of something make that itself makes d.
func (c Count) Times(d Count) Count {
	if c.unbounded || d.unbounded {
		return Unbounded()
	}
	high, low := bits.Mul64(uint64(c.N()), uint64(d.N()))
	if high > 0 || low > Max {
		return saturated(Max, true)
	}
	return saturated(int64(low), c.open || d.open)
}

// Plus returns the sum: what two calls, one after the other, make together.
func (c Count) Plus(d Count) Count {
	if c.unbounded || d.unbounded {
		return Unbounded()
	}
	return saturated(c.N()+d.N(), c.open || d.open)
}

// Or returns the least count that is not below either: the larger number, and a lower
// bound if one of the two is.
func (c Count) Or(d Count) Count {
	if c.unbounded || d.unbounded {
		return Unbounded()
	}
	return Count{more: max(c.more, d.more), open: c.open || d.open}
}

// Compare orders counts by what is known of them: the number, and no limit above all
// numbers. It returns a negative number if c is the smaller one, 0 if neither is.
func (c Count) Compare(d Count) int {
	switch {
	case c.unbounded == d.unbounded && c.more == d.more:
		return 0
	case !c.unbounded && (d.unbounded || c.more < d.more):
		return -1
	}
	return 1
}

// Exceeds reports whether the count is known to be larger than n.
func (c Count) Exceeds(n int64) bool { return c.unbounded || c.N() > n }

// endless is a number of attempts that nobody sees reached: one each second takes eight years.
const endless = 1 << 28

// IsEndless reports whether there is no limit, or one so high that nobody sees it reached.
func (c Count) IsEndless() bool { return c.unbounded || c.N() >= endless }

// String returns the count as "4", "at least 4" or "without limit".
func (c Count) String() string {
	switch {
	case c.IsEndless():
		return "without limit"
	case c.open:
		return fmt.Sprintf("at least %d", c.N())
	}
	return fmt.Sprint(c.N())
}
