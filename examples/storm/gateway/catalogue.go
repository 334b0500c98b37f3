package gateway

import (
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

func (g *Gateway) catalogue(w http.ResponseWriter, r *http.Request) {
	resp, err := g.getCatalogue(r.Context())
	if err != nil {
		http.Error(w, "please try again later", http.StatusServiceUnavailable)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
	io.Copy(w, resp.Body)
}

// getCatalogue tries again when the connection breaks or the service asks for
// patience, for as long as the client is willing to wait.
func (g *Gateway) getCatalogue(ctx context.Context) (*http.Response, error) {
	window := 50 * time.Millisecond
	for attempt := 1; ; attempt++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.ordersURL+"/catalogue", nil)
		if err != nil {
			return nil, err
		}
		resp, err := g.orders.Do(req)
		if attempt == maxAttempts || err == nil && resp.StatusCode != http.StatusServiceUnavailable {
			return resp, err
		}
		wait := rand.N(window)
		if err == nil {
			wait += retryAfter(resp)
			resp.Body.Close()
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
		window = min(2*window, 2*time.Second)
	}
}

// retryAfter returns how long the service asks us to wait, 0 if it does not say.
func retryAfter(resp *http.Response) time.Duration {
	seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(seconds) * time.Second
}
