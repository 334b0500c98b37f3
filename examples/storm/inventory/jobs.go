package inventory

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"math/rand/v2"
	"time"
)

// Correct sets the count of an item after stocktaking. If somebody else changes
// the row in between, it reads again and goes on at once.
func (s *Service) Correct(ctx context.Context, item string, change func(count int) int) error {
	for {
		var count, version int
		row := s.db.QueryRowContext(ctx, "SELECT count, version FROM stock WHERE item = $1", item)
		if err := row.Scan(&count, &version); err != nil {
			return err
		}
		result, err := s.db.ExecContext(ctx, "UPDATE stock SET count = $1, version = $2 WHERE item = $3 AND version = $4",
			change(count), version+1, item, version)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 1 {
			return err
		}
	}
}

// Ship sends parcels as they become ready, for as long as the service runs.
func (s *Service) Ship(ctx context.Context, send func(parcel int)) {
	for ctx.Err() == nil {
		parcel, found, err := s.nextParcel(ctx)
		if err != nil {
			log.Print("inventory: ", err)
			continue
		}
		if found {
			send(parcel)
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

func (s *Service) nextParcel(ctx context.Context) (parcel int, found bool, err error) {
	row := s.db.QueryRowContext(ctx, "DELETE FROM parcels WHERE id = (SELECT min(id) FROM parcels) RETURNING id")
	err = row.Scan(&parcel)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return parcel, err == nil, err
}
