// Package periodicjob does the same work every minute, whether it failed or not.
package periodicjob

import (
	"context"
	"log"
	"net/http"
	"time"
)

func report(ctx context.Context, url string) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		resp, err := http.Get(url)
		if err != nil {
			log.Print(err)
			continue
		}
		resp.Body.Close()
	}
}

// So is one that has nothing to do after a success, until there is something new.
func reportChanges(ctx context.Context, url string, changes <-chan bool) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	pending := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-changes:
			pending = true
		case <-ticker.C:
			if !pending {
				continue
			}
			if _, err := http.Get(url); err == nil {
				pending = false
			}
		}
	}
}
