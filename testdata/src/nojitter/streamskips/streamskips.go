// Package streamskips leaves out of a stream what it does not understand.
package streamskips

import (
	"context"
	"errors"
	"io"
)

type Event struct{ Text string }

type UnknownKind struct{ Kind string }

func (u UnknownKind) Error() string { return "unknown kind " + u.Kind }

type Stream interface {
	NextEvent(ctx context.Context) (*Event, error)
}

func read(ctx context.Context, s Stream, show func(*Event)) error {
	for {
		event, err := s.NextEvent(ctx)
		if err != nil {
			var unknown UnknownKind
			if err == io.EOF {
				return nil
			}
			if errors.As(err, &unknown) {
				continue
			}
			return err
		}
		show(event)
	}
}

// A stream that is broken stays broken.
func readOn(ctx context.Context, s Stream, show func(*Event)) error {
	for { // want `retries \(Stream\).NextEvent with no wait in between, without limit`
		event, err := s.NextEvent(ctx)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			continue
		}
		show(event)
	}
}
