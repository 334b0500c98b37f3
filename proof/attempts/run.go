package attempts

import (
	"context"
	"net"
	"testing"
	"testing/synctest"
	"time"
)

// InMemory counts the attempts of a call against a server in memory, with a
// clock of its own that jumps over waits. The run number moves the clock's start,
// so that a source of randomness that is seeded with the time differs between runs.
func InMemory(t *testing.T, run int, f Fault, server Server, c *Call, call func(*Call) error) Count {
	var n Count
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Duration(run) * 1_000_000_007 * time.Nanosecond)
		net := newMemory(f)
		c.Address = "127.0.0.1:80"
		dial := net.dial
		if f.Way == Refuses {
			dial = refuse
		}
		n = c.run(f, server, net, dial, call)
		net.close()
		// What a library leaves behind may look only now and then whether it is needed.
		// After waits that grew without a cap, the clock may be at its end.
		if n.Took < Patience {
			time.Sleep(leftovers)
		}
	})
	return n
}

// leftovers is how long goroutines of a library may go on after the call.
const leftovers = 10 * time.Minute

// OnLoopback counts the attempts of a call against a server on the loopback
// interface, with the real clock.
func OnLoopback(t *testing.T, f Fault, server Server, c *Call, call func(*Call) error) Count {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c.Address = l.Addr().String()
	if f.Way == Refuses {
		l.Close()
	}
	dialer := net.Dialer{}
	return c.run(f, server, l, func(ctx context.Context) (net.Conn, error) {
		return dialer.DialContext(ctx, "tcp", c.Address)
	}, call)
}

// Calls counts how often a function is called, with a clock of its own.
func Calls(t *testing.T, run int, c *Call, call func(*Call) error) Count {
	return InMemory(t, run, Fault{}, nil, c, call)
}

func (c *Call) run(f Fault, server Server, l net.Listener, dial func(context.Context) (net.Conn, error), call func(*Call) error) Count {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c.Context, c.cancel = ctx, cancel
	defer time.AfterFunc(Patience, cancel).Stop()
	c.dial = func(ctx context.Context, _, _ string) (net.Conn, error) {
		c.dialed()
		if f.Way == Refuses {
			c.Attempt()
		}
		return dial(ctx)
	}
	if server != nil {
		defer server(c, l)()
	}
	begin := time.Now()
	err := call(c)
	n := c.count(begin, err)
	c.cleanup()
	return n
}
