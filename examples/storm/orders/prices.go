package orders

import (
	"bufio"
	"context"
	"log"
	"net/http"
	"time"
)

// FollowPrices calls update for each line of the stream of prices until it ends;
// a stream that breaks is opened again.
func FollowPrices(ctx context.Context, client *http.Client, url string, update func(line string)) error {
	for {
		err := readPrices(ctx, client, url, update)
		if err == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		log.Print("orders: prices: ", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Second):
		}
	}
}

func readPrices(ctx context.Context, client *http.Client, url string, update func(line string)) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		update(lines.Text())
	}
	return lines.Err()
}
