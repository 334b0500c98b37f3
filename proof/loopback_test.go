package proof

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/retrylint/retrylint/proof/attempts"
)

// TestLoopback counts what does not wait over real sockets too, which is to give what
// the network in memory gave.
func TestLoopback(t *testing.T) {
	faults := []attempts.Fault{
		attempts.Status(http.StatusBadRequest), attempts.Status(http.StatusInternalServerError), attempts.Status(http.StatusServiceUnavailable),
		attempts.Refused, attempts.Dropped, attempts.Reset,
	}
	compared := 0
	for _, l := range libraries {
		for _, s := range l.subjects {
			if s.methods == nil || s.faults != nil {
				continue
			}
			for _, method := range s.methods {
				for _, f := range faults {
					want := s.run(t, 0, s.on, method, f)
					if want.Took > 0 {
						continue
					}
					c := &attempts.Call{Option: s.on.symbol, Value: s.on.value, Method: method}
					got := attempts.OnLoopback(t, f, attempts.HTTP(f, s.answer), c, s.call)
					assert.Equal(t, want.Attempts, got.Attempts, "%s %s: %s %s", s.symbol, s.with, method, f)
					compared++
				}
			}
		}
	}
	assert.Greater(t, compared, 100, "counts that were compared")
}
