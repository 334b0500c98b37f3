// Package testdouble attempts what only a test implements here.
package testdouble

import (
	"context"
	"time"
)

type uploader interface {
	Upload(ctx context.Context, name string) error
}

// recorder is the only implementation, and stays in memory.
type recorder interface {
	Record(ctx context.Context, name string) error
}

type memory struct{ names []string }

func (m *memory) Record(_ context.Context, name string) error {
	m.names = append(m.names, name)
	return nil
}

func upload(ctx context.Context, u uploader, name string) (err error) {
	for range 5 { // want `^retries \(uploader\)\.Upload after a constant 1s, 5 attempts: `
		if err = u.Upload(ctx, name); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func record(ctx context.Context, r recorder, name string) (err error) {
	for range 5 {
		if err = r.Record(ctx, name); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
