package gateway

import (
	"context"
	"io"
	"net/http"
	"time"
)

func (g *Gateway) order(w http.ResponseWriter, r *http.Request) {
	resp, err := g.getOrder(r.PathValue("id"))
	if err != nil {
		http.Error(w, "please try again later", http.StatusServiceUnavailable)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
	io.Copy(w, resp.Body)
}

// getOrder looks an order up. Each attempt may take half a minute.
func (g *Gateway) getOrder(id string) (resp *http.Response, err error) {
	delay := 200 * time.Millisecond
	for range maxAttempts {
		resp, err = g.getOnce(id)
		if err == nil {
			return resp, nil
		}
		time.Sleep(delay)
		delay *= 2
	}
	return nil, err
}

func (g *Gateway) getOnce(id string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.ordersURL+"/orders/"+id, nil)
	if err != nil {
		cancel()
		return nil, err
	}
	resp, err := g.orders.Do(req)
	if err != nil {
		cancel()
		return nil, err
	}
	resp.Body = &cancelBody{resp.Body, cancel}
	return resp, nil
}

// cancelBody ends a request's context when its answer has been read.
type cancelBody struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b *cancelBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}
