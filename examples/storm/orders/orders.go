// Package orders takes orders and reserves for them what is in stock.
package orders

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"sync/atomic"
	"time"
)

// Line is what an order asks for.
type Line struct {
	Item  string `json:"item"`
	Count int    `json:"count"`
}

// A Service is the orders service.
type Service struct {
	mux          *http.ServeMux
	inventory    *http.Client
	inventoryURL string
	last         atomic.Int64
}

// New returns a service that reserves at the inventory service at the given URL.
func New(inventoryURL string) *Service {
	s := &Service{
		mux:          http.NewServeMux(),
		inventory:    &http.Client{},
		inventoryURL: inventoryURL,
	}
	s.mux.HandleFunc("POST /orders", s.create)
	s.mux.HandleFunc("GET /catalogue", s.catalogue)
	return s
}

func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

func (s *Service) create(w http.ResponseWriter, r *http.Request) {
	var line Line
	if err := json.NewDecoder(r.Body).Decode(&line); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := s.reserve(line); err != nil {
		log.Print("orders: ", err)
		http.Error(w, "inventory does not answer", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusCreated)
	fmt.Fprintf(w, "order %d\n", s.last.Add(1))
}

// reserve reserves what an order asks for. Inventory is slow at times, so each
// attempt gets half a minute.
func (s *Service) reserve(line Line) error {
	body, err := json.Marshal(line)
	if err != nil {
		return err
	}
	tries := 0
	for {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		err := s.post(ctx, "/reservations", body)
		cancel()
		if err == nil {
			return nil
		}
		if tries++; tries == 4 {
			return fmt.Errorf("reserve %s: %w", line.Item, err)
		}
		time.Sleep(time.Second)
	}
}

func (s *Service) post(ctx context.Context, path string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.inventoryURL+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := s.inventory.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("inventory: %s", resp.Status)
	}
	return nil
}
