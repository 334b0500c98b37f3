package attempts

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"

	"google.golang.org/grpc/test/bufconn"
)

// A Server answers for the far end of a call over accepted connections until
// close is called.
type Server func(c *Call, l net.Listener) (close func())

// An Answer writes the status of a failure and its body, as a service of this
// kind does. A nil Answer writes no body.
type Answer func(w http.ResponseWriter, r *http.Request, status int)

// JSON answers with a fixed body of JSON.
func JSON(body string) Answer {
	return func(w http.ResponseWriter, _ *http.Request, status int) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// Ready is a path for which a server of HTTP answers with success, and counts
// nothing: a request for it leaves the client with a connection to keep.
const Ready = "/ready"

// Conns returns a server that has serve answer each connection, and closes it when
// serve returns.
func Conns(serve func(*Call, net.Conn)) Server {
	return func(c *Call, l net.Listener) func() {
		var mu sync.Mutex
		var conns []net.Conn
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				mu.Lock()
				conns = append(conns, conn)
				mu.Unlock()
				go func() {
					defer conn.Close()
					serve(c, conn)
				}()
			}
		}()
		return func() {
			l.Close()
			mu.Lock()
			defer mu.Unlock()
			for _, conn := range conns {
				conn.Close()
			}
		}
	}
}

// HTTP returns a server that fails each request as the fault says.
func HTTP(f Fault, answer Answer) Server {
	if answer == nil {
		answer = func(w http.ResponseWriter, _ *http.Request, status int) { w.WriteHeader(status) }
	}
	return func(c *Call, l net.Listener) func() {
		server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			if r.URL.Path == Ready {
				return
			}
			fail := c.Attempt()
			switch {
			case !fail:
				answer(w, r, http.StatusOK)
			case f.Way == Answers:
				if f.RetryAfter > 0 {
					w.Header().Set("Retry-After", strconv.Itoa(int(f.RetryAfter/time.Second)))
				}
				answer(w, r, f.Status)
			default:
				drop(w, f)
			}
		})}
		go server.Serve(l)
		return func() { server.Close() }
	}
}

// drop closes the connection of a request without an answer.
func drop(w http.ResponseWriter, f Fault) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return // closed by the client already
	}
	if tcp, ok := conn.(*net.TCPConn); ok && f.Way == Resets {
		tcp.SetLinger(0)
	}
	conn.Close()
}

// refuse fails as dialing a closed port does.
func refuse(ctx context.Context) (net.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
}

// memory is a network of one server in memory.
type memory struct {
	*bufconn.Listener
	fault Fault

	mu    sync.Mutex
	conns []net.Conn
}

func newMemory(f Fault) *memory {
	return &memory{Listener: bufconn.Listen(1 << 16), fault: f}
}

func (m *memory) dial(ctx context.Context) (net.Conn, error) {
	conn, err := m.DialContext(ctx)
	if err != nil {
		return nil, err
	}
	conn = &memoryConn{Conn: conn, reset: m.fault.Way == Resets}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.conns = append(m.conns, conn)
	return conn, nil
}

// close ends all connections from the client's side, those too that the client
// keeps for later: nobody will use them again.
func (m *memory) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Close()
	for _, conn := range m.conns {
		conn.Close()
	}
}

// memoryConn gives a connection in memory the errors that a TCP connection has.
type memoryConn struct {
	net.Conn
	reset bool

	mu     sync.Mutex
	closed bool
}

func (c *memoryConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	switch {
	case err == io.EOF && c.reset:
		err = os.NewSyscallError("read", syscall.ECONNRESET)
	case err == io.EOF:
		return n, err
	}
	return n, c.wrap("read", err)
}

func (c *memoryConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	if errors.Is(err, io.ErrClosedPipe) {
		err = os.NewSyscallError("write", syscall.EPIPE)
	}
	return n, c.wrap("write", err)
}

func (c *memoryConn) wrap(op string, err error) error {
	if err == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var timeout net.Error
	switch {
	case c.closed:
		err = net.ErrClosed
	case errors.As(err, &timeout) && timeout.Timeout():
		err = os.ErrDeadlineExceeded
	}
	return &net.OpError{Op: op, Net: "tcp", Source: c.LocalAddr(), Addr: c.RemoteAddr(), Err: err}
}

func (c *memoryConn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	return c.Conn.Close()
}

func (c *memoryConn) LocalAddr() net.Addr {
	return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1024}
}
func (c *memoryConn) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }
