// Package lostrace repeats an update with what was read again after another writer was
// faster.
package lostrace

import (
	"context"
	"errors"
	"net/http"
	"time"
)

var errConflict = errors.New("conflict")

type client struct{ http *http.Client }

func (c *client) get(ctx context.Context, id string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://example.com/"+id, nil)
	if err != nil {
		return "", err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	return resp.Header.Get("Version"), nil
}

func (c *client) update(ctx context.Context, id, version string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "http://example.com/"+id, nil)
	if err != nil {
		return err
	}
	req.Header.Set("If-Match", version)
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusPreconditionFailed {
		return errConflict
	}
	return nil
}

func stop(ctx context.Context, c *client, id string) error {
	version, err := c.get(ctx, id)
	if err != nil {
		return err
	}
	for range 10 { // want "retries \\(\\*client\\).update, 10 attempts, after a wait that ctx cannot end \\(100ms\\): a caller that has gone is waited for; wait in a select that also receives from ctx.Done\\(\\)"
		err := c.update(ctx, id, version)
		if !errors.Is(err, errConflict) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
		if version, err = c.get(ctx, id); err != nil {
			return err
		}
	}
	return errConflict
}

// Each round tries another place: that it is full is no lost race.
func place(ctx context.Context, c *client, ids []string) error {
	for _, id := range ids {
		if c.update(ctx, id, "") == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return errConflict
}
