// Package inventory knows what is in stock.
package inventory

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
)

// A Service is the inventory service.
type Service struct {
	mux *http.ServeMux
	db  *sql.DB
}

// New returns a service that keeps its stock in the given database.
func New(db *sql.DB) *Service {
	s := &Service{mux: http.NewServeMux(), db: db}
	s.mux.HandleFunc("POST /reservations", s.reserve)
	s.mux.HandleFunc("GET /stock", s.stock)
	return s
}

func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

func (s *Service) reserve(w http.ResponseWriter, r *http.Request) {
	var line struct {
		Item  string `json:"item"`
		Count int    `json:"count"`
	}
	if err := json.NewDecoder(r.Body).Decode(&line); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	switch err := s.take(r.Context(), line.Item, line.Count); {
	case errors.Is(err, errOutOfStock):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		log.Print("inventory: ", err)
		http.Error(w, "the database does not answer", http.StatusServiceUnavailable)
	default:
		w.WriteHeader(http.StatusCreated)
	}
}

func (s *Service) stock(w http.ResponseWriter, r *http.Request) {
	items, err := s.items(r.Context())
	if err != nil {
		http.Error(w, "the database does not answer", http.StatusServiceUnavailable)
		return
	}
	json.NewEncoder(w).Encode(items)
}

var errOutOfStock = errors.New("out of stock")

// take takes count pieces of an item from the stock.
func (s *Service) take(ctx context.Context, item string, count int) error {
	var result sql.Result
	err := retry(4, func() (err error) {
		result, err = s.db.ExecContext(ctx, "UPDATE stock SET count = count - $1 WHERE item = $2 AND count >= $1", count, item)
		return err
	})
	if err != nil {
		return fmt.Errorf("take %d of %s: %w", count, item, err)
	}
	n, err := result.RowsAffected()
	if err == nil && n == 0 {
		return errOutOfStock
	}
	return err
}

// items returns the names of what is in stock.
func (s *Service) items(ctx context.Context) (items []string, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT item FROM stock WHERE count > 0")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var item string
		if err := rows.Scan(&item); err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, rows.Err()
}

// retry runs op until it succeeds, n times at most. Most errors of the database
// are over in a moment, so it does not wait.
func retry(n int, op func() error) (err error) {
	for range n {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}
