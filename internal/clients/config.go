package clients

import (
	"cmp"
	"slices"

	"github.com/retrylint/retrylint/internal/catalog"
)

// config is what is known of the configuration of an object: a client, an option, a
// policy, or something that holds one of these.
type config struct {
	// sets are the values that may hold, for each thing that is said anything of. One
	// value that is not said is [inherit]: what lies below decides.
	sets map[aspect][]value
	// layers are clients that lie below or above and repeat what they are given,
	// hidden behind another type.
	layers []layer
	// sight says how much of the configuration was seen.
	sight sight
}

// aspect is something of a library that is set.
type aspect struct {
	library string
	sets    catalog.Aspect
}

// setsBase is the aspect of the first wait, whatever the others are.
const setsBase catalog.Aspect = "base"

// sight says how much of a configuration was seen. The greater one wins.
type sight int

const (
	// seen is for what is made in sight.
	seen sight = iota
	// unseen is for what comes from somewhere else.
	unseen
	// several is for what is made in several ways that differ.
	several
)

// value is one value that a setting may have.
type value struct {
	// isSet says that something is said; the zero value is [inherit].
	isSet bool
	// bound is set for attempts, wait for waits.
	bound catalog.Bound
	wait  catalog.Wait
	// text is how messages say it, such as "MaxRetries: 3"; place is where, as
	// file.go:12, "" in another package.
	text, place string
	// looksOff says that the value is zero or less, and means something else than off.
	looksOff bool
	// param is the parameter of the function at hand that gives the value.
	param string
}

// inherit is the value of a setting that is not set.
var inherit = value{}

// layer is a client that is hidden behind an ordinary type.
type layer struct {
	library *catalog.Library
	client  *catalog.Client
	// as is the type it is hidden behind.
	as catalog.TypeRef
	// sets is its own configuration.
	sets []value
}

// unknownConfig is that of an object that comes from somewhere else.
func unknownConfig() *config { return &config{sight: unseen} }

// empty reports whether a configuration says nothing that matters.
func (c *config) empty() bool { return len(c.sets) == 0 && len(c.layers) == 0 }

// of returns the values of an aspect.
func (c *config) of(a aspect) []value {
	if vs, ok := c.sets[a]; ok {
		return vs
	}
	return []value{inherit}
}

// set returns a configuration that says one thing.
func setting(a aspect, vs ...value) *config {
	if len(vs) == 0 {
		return &config{}
	}
	return &config{sets: map[aspect][]value{a: vs}}
}

// with returns what holds if over is applied to c: its values win.
func (c *config) with(over *config) *config {
	out := &config{sight: max(c.sight, over.sight), sets: make(map[aspect][]value)}
	for a, vs := range c.sets {
		out.sets[a] = vs
	}
	for a, vs := range over.sets {
		if slices.Contains(vs, inherit) {
			vs = join(slices.DeleteFunc(slices.Clone(vs), func(v value) bool { return v == inherit }), c.of(a))
		}
		out.sets[a] = vs
	}
	out.layers = joinLayers(c.layers, over.layers)
	return out
}

// or returns what holds if either c or other does.
func (c *config) or(other *config) *config {
	out := &config{sight: max(c.sight, other.sight), sets: make(map[aspect][]value)}
	for a, vs := range c.sets {
		out.sets[a] = join(vs, other.of(a))
	}
	for a, vs := range other.sets {
		if _, ok := c.sets[a]; !ok {
			out.sets[a] = join(c.of(a), vs)
		}
	}
	out.layers = joinLayers(c.layers, other.layers)
	return out
}

// maxValues is the number of values of a setting that are kept.
const maxValues = 8

func join(a, b []value) []value {
	out := slices.Clone(a)
	for _, v := range b {
		if !slices.Contains(out, v) && len(out) < maxValues {
			out = append(out, v)
		}
	}
	return out
}

func joinLayers(a, b []layer) []layer {
	out := slices.Clone(a)
	for _, l := range b {
		if !slices.ContainsFunc(out, func(o layer) bool { return o.client == l.client && o.as == l.as }) {
			out = append(out, l)
		}
	}
	return out
}

// same reports whether two configurations say the same.
func (c *config) same(o *config) bool {
	if c.sight != o.sight || len(c.layers) != len(o.layers) {
		return false
	}
	for _, a := range c.aspects(o) {
		if !slices.EqualFunc(sorted(c.of(a)), sorted(o.of(a)), alike) {
			return false
		}
	}
	return slices.EqualFunc(c.layers, o.layers, func(x, y layer) bool {
		return x.client == y.client && slices.EqualFunc(sorted(x.sets), sorted(y.sets), alike)
	})
}

// alike reports whether two values mean the same, wherever they are set.
func alike(a, b value) bool {
	return a.isSet == b.isSet && a.bound == b.bound && a.wait == b.wait && a.param == b.param
}

func sorted(vs []value) []value {
	return slices.SortedFunc(slices.Values(vs), func(a, b value) int {
		return cmp.Or(cmp.Compare(a.bound.Kind, b.bound.Kind), cmp.Compare(a.bound.N, b.bound.N), cmp.Compare(a.text, b.text), cmp.Compare(a.place, b.place))
	})
}

// aspects returns those that either configuration speaks of.
func (c *config) aspects(o *config) []aspect {
	var all []aspect
	for _, sets := range []map[aspect][]value{c.sets, o.sets} {
		for a := range sets {
			if !slices.Contains(all, a) {
				all = append(all, a)
			}
		}
	}
	slices.SortFunc(all, func(a, b aspect) int {
		return cmp.Or(cmp.Compare(a.library, b.library), cmp.Compare(a.sets, b.sets))
	})
	return all
}
