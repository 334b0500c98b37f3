package reach

import "go/types"

// told returns the level that a user gives a function, by a directive or in the
// settings of the module; ok is false if none is given. Directives of imports are in
// their facts already.
func (p *Package) told(fn *types.Func) (level Level, ok bool) {
	fails := ReturnsError(fn.Signature())
	if p.cfg.Directives.Of(fn).Remote || p.cfg.File.Remote.Func(fn, fails) {
		return Remote, true
	}
	return Local, p.cfg.File.Local.Func(fn, fails)
}

// told fixes the level of a function if a user gives one.
func (n *node) told(level Level, ok bool) {
	if ok {
		n.summary.Remote, n.fixed = level, true
	}
}

// byType returns the level of a call of a function of which only the type is known:
// what a user says of the type, or else what it suggests.
func (p *Package) byType(t types.Type) Level {
	switch {
	case p.cfg.Directives.RemoteType(t), p.cfg.File.Remote.Type(t):
		return Remote
	case p.cfg.File.Local.Type(t):
		return Local
	}
	return byShape(t)
}
