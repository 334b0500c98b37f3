// Package accepted has each directive where it belongs. It mentions
// retrylint:ignore, which is none.

//retrylint:ignore nojitter,baddirective this file is an example
package accepted

// Get asks four replicas.
//
//retrylint:attempts 4
//retrylint:callers 3
//retrylint:remote
func Get(key string) error {
	//retrylint:ignore nojitter above a loop
	for range 3 {
		_ = key //retrylint:ignore nojitter on a line
	}
	return nil
}

// Store is served elsewhere.
//
//retrylint:remote
type Store interface {
	// Load loads.
	//
	//retrylint:attempts 2
	Load(key string) error
	Save(key string) error //retrylint:remote
}

// Handler is called over a wire.
//
//retrylint:remote
type Handler func(string) error

type (
	//retrylint:remote
	client struct{}

	other int //retrylint:ignore nojitter a type
)

func (client) do() error { return nil }

// See //retrylint:ignore for how to silence a finding.
// retrylint:explain is no directive, and nobody would think so.
// nolint:retrylint is another tool's.
//
//nolint:retrylint
var _ = other(0)
