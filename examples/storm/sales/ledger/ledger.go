// Package ledger adds up what was sold.
package ledger

import (
	"context"

	"github.com/retrylint/retrylint/examples/storm/sales/pause"
	"github.com/retrylint/retrylint/examples/storm/sales/store"
)

// A Ledger adds up sales.
type Ledger struct{ sales *store.Store }

// New returns a ledger of the sales in a store.
func New(sales *store.Store) *Ledger { return &Ledger{sales: sales} }

// Month returns the sum of a month. The store may be restarted at any time.
func (l *Ledger) Month(ctx context.Context, month string) (total int, err error) {
	for attempt := 1; ; attempt++ {
		sales, err := l.sales.Of(ctx, month)
		if err == nil {
			for _, sale := range sales {
				total += sale
			}
			return total, nil
		}
		if attempt == 4 {
			return 0, err
		}
		if err := pause.Before(ctx, attempt); err != nil {
			return 0, err
		}
	}
}
