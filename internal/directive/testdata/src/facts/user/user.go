package user

import "facts/said"

func f(c *said.Client[int], s said.Store, l said.Local, h said.Handler) {
	said.Get()   // want `attempts 4, callers 3, remote true, ignores nojitter baddirective`
	said.Plain() // want `attempts 0, callers 0, remote false, ignores nojitter`
	c.Do()       // want `attempts 4, callers 0, remote false, ignores nojitter`
	s.Load()     // want `attempts 2, callers 0, remote true, ignores $`
	s.Save()     // want `attempts 0, callers 0, remote true, ignores $`
	l.Load()     // want `attempts 0, callers 0, remote false, ignores $`
	h()          // want `remote type`
	own()        // want `attempts 7, callers 0, remote false, ignores $`
}

//retrylint:attempts 7
func own() {}
