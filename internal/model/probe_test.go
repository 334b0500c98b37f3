package model

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Whether a loop may only wait until something answers follows from what becomes of
// the answer, and from whether something ends the loop.
func TestProbe(t *testing.T) {
	for name, test := range map[string]struct {
		body string
		want bool
	}{
		"closed": {`for range 30 {
			if conn, err := net.DialTimeout("tcp", addr, time.Second); err == nil {
				conn.Close()
				return
			}
			time.Sleep(time.Second)
		}`, true},
		"only its status": {`for range 30 {
			if resp, err := http.Get(addr); err == nil {
				resp.Body.Close()
				if resp.StatusCode != 200 {
					println("up, but not well")
				}
				return
			}
			time.Sleep(time.Second)
		}`, true},
		"ignored": {`for range 30 {
			if _, err := http.Get(addr); err == nil {
				return
			}
			time.Sleep(time.Second)
		}`, true},
		"a write": {`for range 30 {
			if _, err := new(sql.DB).Exec("INSERT INTO t VALUES (1)"); err == nil {
				return
			}
			time.Sleep(time.Second)
		}`, false},
		"read": {`for range 30 {
			if resp, err := http.Get(addr); err == nil {
				io.Copy(io.Discard, resp.Body)
				return
			}
			time.Sleep(time.Second)
		}`, false},
		"handed on": {`for range 30 {
			if conn, err := net.Dial("tcp", addr); err == nil {
				use(conn)
				return
			}
			time.Sleep(time.Second)
		}`, false},
		"without limit": {`for {
			if conn, err := net.Dial("tcp", addr); err == nil {
				conn.Close()
				return
			}
			time.Sleep(time.Second)
		}`, false},
		"asked whether it is ready": {`for range 30 {
			if err := isReady(addr); err == nil {
				return
			}
			time.Sleep(time.Second)
		}`, true},
		"one of two connections": {`for range 30 {
			var conn io.Closer
			var err error
			if len(addr) > 20 {
				conn, err = net.Dial("tcp6", addr)
			} else {
				conn, err = net.Dial("tcp4", addr)
			}
			if err == nil {
				conn.Close()
				return
			}
			time.Sleep(time.Second)
		}`, true},
		"nothing but an error": {`for range 30 {
			if err := ping(addr); err == nil {
				return
			}
			time.Sleep(time.Second)
		}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			res := newWorld().analyse(t, "example.com/m", `package m

import ("database/sql"; "io"; "net"; "net/http"; "time")

var (_ = io.Copy; _ net.Conn; _ http.Handler; _ sql.DB)

func use(net.Conn) {}

func ping(addr string) error { resp, err := http.Get(addr); if err != nil { return err }; return resp.Body.Close() }

func isReady(addr string) error { return ping(addr) }

func f(addr string) {
	`+test.body+`
}`)
			require.Len(t, res.Loops, 1)
			require.NotEmpty(t, res.Loops[0].Sites)
			site := res.Loops[0].Sites[0]
			require.True(t, site.Construct.IsSite(), site.Why)
			assert.Equal(t, test.want, site.Probe)
		})
	}
}
