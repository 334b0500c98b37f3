package attempts_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	. "github.com/retrylint/retrylint/internal/attempts"
)

func TestProducts(t *testing.T) {
	assert.Equal(t, Exactly(64), Exactly(4).Times(Exactly(4)).Times(Exactly(4)))
	assert.Equal(t, AtLeast(12), Exactly(4).Times(Unknown()).Times(Exactly(3)))
	assert.Equal(t, Unbounded(), Unbounded().Times(Unknown()))
	assert.Equal(t, Unbounded(), Exactly(1).Times(Unbounded()))
	assert.Equal(t, Exactly(1), Count{})
	assert.Equal(t, Exactly(1), Exactly(0), "a call that is made is made once")
	assert.Equal(t, Exactly(7), Exactly(4).Plus(Exactly(3)))
	assert.Equal(t, AtLeast(7), Exactly(4).Plus(AtLeast(3)))
}

func TestSaturation(t *testing.T) {
	assert.Equal(t, AtLeast(Max), Exactly(Max).Times(Exactly(2)))
	assert.Equal(t, AtLeast(Max), Exactly(Max).Times(Exactly(Max)))
	assert.Equal(t, AtLeast(Max), Exactly(Max).Plus(Exactly(1)))
	assert.Equal(t, AtLeast(Max), Exactly(Max+1))
	assert.Equal(t, Exactly(Max), Exactly(Max), "a number that is known is kept")
	assert.False(t, Exactly(Max).Times(Exactly(Max)).IsUnbounded(), "large is not endless")
}

func TestText(t *testing.T) {
	assert.Equal(t, "64", Exactly(64).String())
	assert.Equal(t, "at least 12", AtLeast(12).String())
	assert.Equal(t, "without limit", Unbounded().String())
}

func TestExceeds(t *testing.T) {
	assert.True(t, Exactly(11).Exceeds(10))
	assert.True(t, AtLeast(11).Exceeds(10))
	assert.True(t, Unbounded().Exceeds(Max))
	assert.False(t, Exactly(10).Exceeds(10))
	assert.False(t, Unknown().Exceeds(10), "what is not known is not invented")
}

// The laws of the lattice, over random counts and the corners.
func TestLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50_000 {
		a, b, c := random(rng), random(rng), random(rng)
		assert.Equal(t, a.Times(b), b.Times(a))
		assert.Equal(t, a.Times(b.Times(c)), a.Times(b).Times(c))
		assert.Equal(t, a, a.Times(Exactly(1)))
		assert.Equal(t, a.Or(b), b.Or(a))
		assert.Equal(t, a.Or(b.Or(c)), a.Or(b).Or(c))
		assert.Equal(t, a, a.Or(a))
		assert.Equal(t, a.Plus(b), b.Plus(a))
		assert.Equal(t, a.Plus(b.Plus(c)), a.Plus(b).Plus(c))
		assert.Equal(t, a.Times(b.Or(c)), a.Times(b).Or(a.Times(c)))

		assert.True(t, below(a, a.Or(b)))
		assert.True(t, below(a, a.Times(b)), "no factor makes less of it: %s × %s", a, b)
		assert.True(t, below(a.Or(b), a.Plus(b)) || a.Plus(b).IsOpen(), "%s + %s", a, b)
		if below(a, b) {
			assert.True(t, below(a.Times(c), b.Times(c)), "%s ≤ %s, × %s", a, b, c)
			assert.True(t, below(a.Or(c), b.Or(c)))
			assert.True(t, below(a.Plus(c), b.Plus(c)))
			assert.LessOrEqual(t, a.Compare(b), 0)
		}
		assert.Equal(t, a.Compare(b), -b.Compare(a))
		if a.Compare(b) <= 0 && b.Compare(c) <= 0 {
			assert.LessOrEqual(t, a.Compare(c), 0)
		}
		if t.Failed() {
			t.Fatalf("with %s, %s, %s", a, b, c)
		}
	}
}

// A lower bound is never above what its factors may really be.
func TestLowerBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		product, truth := Exactly(1), Exactly(1)
		for range rng.IntN(6) {
			known := rng.Int64N(9) + 1
			really := known
			factor := Exactly(known)
			switch rng.IntN(3) {
			case 0:
				factor, really = AtLeast(known), known+rng.Int64N(9)
			case 1:
				factor, really = Unknown(), rng.Int64N(9)+1
			}
			product, truth = product.Times(factor), truth.Times(Exactly(really))
		}
		assert.LessOrEqual(t, product.Compare(truth), 0, "%s against %s", product, truth)
		if !product.IsOpen() {
			assert.Equal(t, truth, product)
		}
	}
}

// below is the order of the lattice, by its definition.
func below(a, b Count) bool { return a.Or(b) == b }

func random(rng *rand.Rand) Count {
	switch rng.IntN(8) {
	case 0:
		return Unbounded()
	case 1:
		return Unknown()
	case 2:
		return Exactly(Max - rng.Int64N(3))
	case 3:
		return Exactly(rng.Int64N(2 * Max))
	case 4, 5:
		return AtLeast(rng.Int64N(100))
	}
	return Exactly(rng.Int64N(100))
}
