// Package gateway is what the shop's clients talk to.
package gateway

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"
)

const maxAttempts = 4

// A Gateway hands requests on to the orders service.
type Gateway struct {
	mux       *http.ServeMux
	orders    *http.Client
	ordersURL string
}

// New returns a gateway to the orders service at the given URL.
func New(ordersURL string) *Gateway {
	g := &Gateway{
		mux:       http.NewServeMux(),
		orders:    &http.Client{},
		ordersURL: ordersURL,
	}
	g.mux.HandleFunc("POST /checkout", g.checkout)
	g.mux.HandleFunc("GET /orders/{id}", g.order)
	g.mux.HandleFunc("GET /catalogue", g.catalogue)
	return g
}

func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.mux.ServeHTTP(w, r) }

func (g *Gateway) checkout(w http.ResponseWriter, r *http.Request) {
	order, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	receipt, err := g.place(r.Context(), order)
	if err != nil {
		log.Print("gateway: ", err)
		http.Error(w, "please try again later", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusCreated)
	w.Write(receipt)
}

// place places an order. An order is worth money, so it does not give up easily.
func (g *Gateway) place(ctx context.Context, order []byte) (receipt []byte, err error) {
	for attempt := 1; attempt <= maxAttempts; attempt++ {
		if attempt > 1 {
			time.Sleep(time.Second)
		}
		receipt, err = g.postOrder(ctx, order)
		if err == nil {
			return receipt, nil
		}
		log.Printf("gateway: attempt %d of %d: %v", attempt, maxAttempts, err)
	}
	return nil, fmt.Errorf("place order: %w", err)
}

// postOrder takes every answer but 201 for a failure.
func (g *Gateway) postOrder(ctx context.Context, order []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.ordersURL+"/orders", bytes.NewReader(order))
	if err != nil {
		return nil, err
	}
	resp, err := g.orders.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return nil, fmt.Errorf("orders: %s", resp.Status)
	}
	return io.ReadAll(resp.Body)
}
