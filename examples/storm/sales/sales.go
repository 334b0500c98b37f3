// Package sales reports what the shop has sold. It is one program with its ledger and
// its store, and each of the three retries what it calls, four times.
package sales

import (
	"context"
	"fmt"
	"net/http"

	"github.com/retrylint/retrylint/examples/storm/sales/ledger"
	"github.com/retrylint/retrylint/examples/storm/sales/pause"
)

// A Service answers requests for reports.
type Service struct{ ledger *ledger.Ledger }

// New returns a service that reports from a ledger.
func New(l *ledger.Ledger) *Service { return &Service{ledger: l} }

func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	total, err := s.report(r.Context(), r.FormValue("month"))
	if err != nil {
		http.Error(w, "please try again later", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintf(w, "%d\n", total)
}

// report returns what was sold in a month. Nobody likes to start a report again by hand.
func (s *Service) report(ctx context.Context, month string) (total int, err error) {
	for attempt := range 4 {
		total, err = s.ledger.Month(ctx, month)
		if err == nil {
			return total, nil
		}
		if err := pause.Before(ctx, attempt+1); err != nil {
			return 0, err
		}
	}
	return 0, fmt.Errorf("report for %s: %w", month, err)
}
