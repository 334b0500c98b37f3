package retrylint_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/examples/storm/gateway"
	"github.com/retrylint/retrylint/examples/storm/orders"
)

// worstCase matches the file of a finding and the longest time that all attempts take.
var worstCase = regexp.MustCompile(`(?m)^examples/storm/([^:]+):.* = (\S+), whatever is left .*\(freshtimeout\)$`)

// The worst cases in time that are found in the example are what its services take when
// what they ask never answers.
func TestWorstCasesOfTheExample(t *testing.T) {
	text, err := os.ReadFile("examples/storm/expected.txt")
	require.NoError(t, err)
	requests := map[string]func() (http.Handler, *http.Request){
		"gateway/order.go": func() (http.Handler, *http.Request) {
			return gateway.New("http://orders"), httptest.NewRequest(http.MethodGet, "/orders/1", nil)
		},
		"orders/orders.go": func() (http.Handler, *http.Request) {
			return orders.New("http://inventory"), httptest.NewRequest(http.MethodPost, "/orders", strings.NewReader(`{"item": "lamp", "count": 1}`))
		},
	}
	network := http.DefaultTransport
	http.DefaultTransport = silence{}
	defer func() { http.DefaultTransport = network }()
	found := worstCase.FindAllStringSubmatch(string(text), -1)
	assert.Len(t, found, len(requests))
	for _, f := range found {
		claimed, err := time.ParseDuration(f[2])
		require.NoError(t, err)
		require.Contains(t, requests, f[1])
		synctest.Test(t, func(t *testing.T) {
			service, request := requests[f[1]]()
			start := time.Now()
			service.ServeHTTP(httptest.NewRecorder(), request)
			assert.Equal(t, claimed, time.Since(start), f[1])
		})
	}
}

// silence is a network that never answers.
type silence struct{}

func (silence) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}
