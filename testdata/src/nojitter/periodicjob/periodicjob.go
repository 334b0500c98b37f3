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
