package exec

import (
	"cmp"
	"math"
)

// binary computes x op y.
func (ts *terms) binary(op string, x, y *Term) *Term {
	switch op {
	case "==", "!=", "<", "<=", ">", ">=":
		return ts.compare(op, x, y)
	}
	if x.Kind == Time || y.Kind == Time {
		return ts.app(op, x, y)
	}
	if x.Kind == Int && y.Kind == Int {
		if n, ok := intOp(op, x.Int, y.Int); ok {
			return ts.intern(Term{Kind: Int, Int: n, Clock: x.Clock || y.Clock})
		}
		return ts.app(op, x, y)
	}
	if fx, ok := x.number(); ok {
		if fy, ok := y.number(); ok {
			if f, ok := floatOp(op, fx, fy); ok {
				return ts.float(f)
			}
		}
	}
	if x.Kind == Str && y.Kind == Str && op == "+" {
		return ts.intern(Term{Kind: Str, Name: x.Name + y.Name})
	}
	switch {
	case op == "*" && isInt(y, 1), (op == "+" || op == "-" || op == "<<" || op == ">>") && isInt(y, 0), op == "/" && isInt(y, 1):
		return x
	case op == "*" && isInt(x, 1), op == "+" && isInt(x, 0):
		return y
	case op == "*" && (isZero(x) || isZero(y)):
		return ts.int(0)
	}
	return ts.app(op, x, y)
}

func isInt(t *Term, n int64) bool { return t.Kind == Int && t.Int == n }

// isHuge reports whether t is a number near the end of the range of durations.
func isHuge(t *Term) bool {
	n, known := t.number()
	return known && n >= 1<<62
}

func isZero(t *Term) bool {
	n, known := t.number()
	return known && n == 0
}

func intOp(op string, x, y int64) (int64, bool) {
	switch op {
	case "+":
		return x + y, true
	case "-":
		return x - y, true
	case "*":
		return x * y, true
	case "/":
		if y != 0 {
			return x / y, true
		}
	case "%":
		if y != 0 {
			return x % y, true
		}
	case "<<":
		if y >= 0 {
			return x << min(y, 64), true
		}
	case ">>":
		if y >= 0 {
			return x >> min(y, 64), true
		}
	case "&":
		return x & y, true
	case "|":
		return x | y, true
	case "^":
		return x ^ y, true
	case "&^":
		return x &^ y, true
	}
	return 0, false
}

func floatOp(op string, x, y float64) (float64, bool) {
	switch op {
	case "+":
		return x + y, true
	case "-":
		return x - y, true
	case "*":
		return x * y, true
	case "/":
		return x / y, true
	}
	return 0, false
}

// compare returns a known boolean where x and y decide it, and a term otherwise.
// Negated and mirrored comparisons are brought to one form, so that what is
// assumed of one is known of the others.
func (ts *terms) compare(op string, x, y *Term) *Term {
	if fx, ok := x.number(); ok {
		if fy, ok := y.number(); ok {
			v := ts.bool(compareOrdered(op, fx, fy))
			if x.Kind == Int && y.Kind == Int {
				v = ts.bool(compareOrdered(op, x.Int, y.Int))
			}
			if x.Clock {
				return ts.intern(Term{Kind: Bool, Int: v.Int, Clock: true, Args: []*Term{y}})
			}
			if y.Clock {
				return ts.intern(Term{Kind: Bool, Int: v.Int, Clock: true, Args: []*Term{x}})
			}
			return v
		}
	}
	if op == "<" {
		// No count and no duration comes near the end of the range: such a test is
		// against overflow.
		switch {
		case isHuge(x):
			return ts.bool(false)
		case isHuge(y):
			return ts.bool(true)
		}
	}
	switch op {
	case "!=":
		return ts.not(ts.compare("==", x, y))
	case ">=":
		return ts.not(ts.compare("<", x, y))
	case ">":
		return ts.compare("<", y, x)
	case "<=":
		return ts.not(ts.compare("<", y, x))
	case "==":
		if x.plain() == y.plain() && !x.Call {
			return ts.bool(true)
		}
		if known, equal := equality(x, y); known {
			return ts.bool(equal)
		}
		if x.id > y.id {
			x, y = y, x
		}
	}
	return ts.app(op, x, y)
}

// equality decides x == y for two terms that are not the same number.
func equality(x, y *Term) (known, equal bool) {
	if y.Kind == Nil {
		x, y = y, x
	}
	if x.Kind == Nil {
		switch {
		case y.Kind == Nil:
			return true, true
		case y.NonNil, y.Kind == Obj, y.Kind == Addr, y.Kind == Func, y.Kind == Slice, y.Kind == Struct:
			return true, false
		}
		return false, false
	}
	if holdsNone(x) && holdsNone(y) {
		// Each was made in another place.
		return true, false
	}
	if x.Kind == y.Kind {
		switch x.Kind {
		case Str:
			return true, x.Name == y.Name
		case Bool:
			return true, x.Int == y.Int
		}
	}
	return false, false
}

func (ts *terms) not(x *Term) *Term {
	switch {
	case x.Kind == Bool:
		return ts.intern(Term{Kind: Bool, Int: 1 - x.Int, Clock: x.Clock, Args: x.Args})
	case x.Kind == App && x.Name == "!":
		return x.Args[0]
	}
	return ts.app("!", x)
}

func compareOrdered[T cmp.Ordered](op string, x, y T) bool {
	switch op {
	case "==":
		return x == y
	case "!=":
		return x != y
	case "<":
		return x < y
	case "<=":
		return x <= y
	case ">":
		return x > y
	}
	return x >= y
}

// toInt converts x to an integer.
func (ts *terms) toInt(x *Term) *Term {
	switch x.Kind {
	case Int:
		return x
	case Float:
		f := x.float()
		if f >= math.MaxInt64 || f <= math.MinInt64 || math.IsNaN(f) {
			// The language leaves the result open.
			return ts.app(opConvert, x)
		}
		return ts.int(int64(f))
	case Zero:
		return ts.int(0)
	}
	// A conversion between number types keeps the value, as far as waits and
	// counts are concerned.
	return x
}

// toFloat converts x to a floating-point number.
func (ts *terms) toFloat(x *Term) *Term {
	if x.Kind == Int {
		return ts.float(float64(x.Int))
	}
	return x
}

// mathCall computes a function of package math.
func (ts *terms) mathCall(name string, args []*Term) *Term {
	xs := make([]float64, len(args))
	for i, a := range args {
		x, ok := a.number()
		if !ok {
			return ts.app(name, args...)
		}
		xs[i] = x
	}
	switch name {
	case "math.Pow":
		return ts.float(math.Pow(xs[0], xs[1]))
	case "math.Exp2":
		return ts.float(math.Exp2(xs[0]))
	case "math.Min":
		return ts.float(math.Min(xs[0], xs[1]))
	case "math.Max":
		return ts.float(math.Max(xs[0], xs[1]))
	case "math.Log2":
		return ts.float(math.Log2(xs[0]))
	case "math.Log":
		return ts.float(math.Log(xs[0]))
	case "math.Sqrt":
		return ts.float(math.Sqrt(xs[0]))
	case "math.Abs":
		return ts.float(math.Abs(xs[0]))
	case "math.Floor":
		return ts.float(math.Floor(xs[0]))
	case "math.Ceil":
		return ts.float(math.Ceil(xs[0]))
	}
	return ts.float(math.Round(xs[0]))
}
