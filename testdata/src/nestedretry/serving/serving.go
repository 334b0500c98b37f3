// Package serving connects again when what it is connected to breaks: no factor.
package serving

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

type message struct{ text string }

type stream interface {
	Recv() (*message, error)
}

type conn interface {
	Receive(ctx context.Context, handle func(context.Context, *message)) error
}

func fetch(ctx context.Context, url string) (err error) {
	for range 4 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
	}
	return errors.New("no answer")
}

// watch opens a stream and handles what comes, until the stream breaks.
func watch(ctx context.Context, open func() (stream, error), out chan<- *message) {
	done := false
	for !done {
		err := fetch(ctx, "http://localhost/ready")
		if err == nil {
			var s stream
			if s, err = open(); err == nil {
				for {
					var m *message
					if m, err = s.Recv(); err != nil {
						break
					}
					out <- m
				}
			}
		}
		if errors.Is(err, context.Canceled) {
			done = true
		} else {
			time.Sleep(time.Second)
		}
	}
}

func serve(ctx context.Context, s stream, out chan<- *message) error {
	if err := fetch(ctx, "http://localhost/hello"); err != nil {
		return err
	}
	for {
		m, err := s.Recv()
		if err != nil {
			return err
		}
		out <- m
	}
}

func run(ctx context.Context, s stream, out chan<- *message) (err error) {
	for range 5 {
		if err = serve(ctx, s, out); err == nil {
			return nil
		}
	}
	return err
}

// all reads a list to its end: a second try of it is one.
func all(ctx context.Context, s stream) (found []*message, err error) {
	if err := fetch(ctx, "http://localhost/list"); err != nil {
		return nil, err
	}
	for {
		m, err := s.Recv()
		if err == io.EOF {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		found = append(found, m)
	}
}

func list(ctx context.Context, s stream) (found []*message, err error) {
	for range 3 { // want `up to 12 attempts of \(\*http.Client\).Do for one call: serving.list 3× → serving.fetch 4×`
		if found, err = all(ctx, s); err == nil {
			return found, nil
		}
	}
	return nil, err
}

// listen hands each message to a function, until the connection breaks.
func listen(ctx context.Context, c conn, out chan<- *message) (err error) {
	for range 3 {
		if err = fetch(ctx, "http://localhost/ready"); err == nil {
			err = c.Receive(ctx, func(_ context.Context, m *message) { out <- m })
		}
		if err == nil {
			return nil
		}
	}
	return err
}
