package orders

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

func (s *Service) catalogue(w http.ResponseWriter, r *http.Request) {
	items, err := s.stock(r.Context())
	if err != nil {
		http.Error(w, "inventory does not answer", http.StatusServiceUnavailable)
		return
	}
	w.Write(items)
}

// stock asks inventory what there is. An attempt may take two seconds, and none
// takes longer than the client waits.
func (s *Service) stock(ctx context.Context) (items []byte, err error) {
	for i := range 3 {
		items, err = s.stockOnce(ctx)
		if err == nil || ctx.Err() != nil {
			return items, err
		}
		if err := pause(ctx, 100*time.Millisecond<<i); err != nil {
			return nil, err
		}
	}
	return nil, err
}

func (s *Service) stockOnce(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.inventoryURL+"/stock", nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.inventory.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("inventory: %s", resp.Status)
	}
	return io.ReadAll(resp.Body)
}

// pause waits for a random part of the window or until ctx is done.
func pause(ctx context.Context, window time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(rand.N(window)):
		return nil
	}
}
