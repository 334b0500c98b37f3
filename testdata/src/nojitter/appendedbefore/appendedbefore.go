// Package appendedbefore goes over what a loop before it put together.
package appendedbefore

import (
	"context"
	"errors"
	"time"
)

type Record struct{ Name string }

type Store interface {
	Get(ctx context.Context, name string, into *Record) error
	Delete(ctx context.Context, r *Record) error
}

// Each round deletes another one.
func clear(ctx context.Context, s Store, names []string) error {
	var records []*Record
	var errs []error
	for _, name := range names {
		r := new(Record)
		if err := s.Get(ctx, name, r); err != nil {
			errs = append(errs, err)
			continue
		}
		records = append(records, r)
	}
	for _, r := range records {
		if err := s.Delete(ctx, r); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// So it does where another function put them together.
func clearAll(ctx context.Context, s Store, names []string) {
	for i := range recordsOf(names) {
		if s.Delete(ctx, &Record{Name: names[i]}) != nil {
			continue
		}
	}
}

func recordsOf(names []string) (records []*Record) {
	for _, name := range names {
		records = append(records, &Record{Name: name})
	}
	return records
}

type Indexed interface {
	Refresh(ctx context.Context, index int) error
}

func refreshAll(ctx context.Context, x Indexed, names []string) (failed int) {
	for i := range recordsOf(names) {
		if x.Refresh(ctx, i) != nil {
			failed++
		}
	}
	return failed
}

// A schedule that is known stays known.
func remove(ctx context.Context, s Store, r *Record) (err error) {
	var waits []time.Duration
	for _, n := range []int{1, 2, 3} {
		waits = append(waits, time.Duration(n)*time.Second)
	}
	for _, wait := range waits { // want `retries \(Store\).Delete after a wait that grows without randomness \(1s, 2s\), 3 attempts`
		if err = s.Delete(ctx, r); err == nil {
			return nil
		}
		time.Sleep(wait)
	}
	return err
}
