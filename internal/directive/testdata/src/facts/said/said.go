//retrylint:ignore nojitter this file is an example

package said

// Get asks.
//
//retrylint:attempts 4
//retrylint:callers 3
//retrylint:remote
//retrylint:ignore baddirective an example
func Get() error { return nil }

func Plain() {}

type Client[T any] struct{}

//retrylint:attempts 4
func (*Client[T]) Do() error { return nil }

//retrylint:remote
type Store interface {
	//retrylint:attempts 2
	Load() error
	Save() error
}

//retrylint:remote
type Handler func() error

type Local interface{ Load() error }
