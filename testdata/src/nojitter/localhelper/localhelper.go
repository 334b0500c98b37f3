// Package localhelper attempts a function of its own that reaches the network two calls down.
package localhelper

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

type quote struct{ Price float64 }

func decode(url string) (q quote, err error) {
	resp, err := http.Get(url)
	if err != nil {
		return q, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return q, fmt.Errorf("quote: %s", resp.Status)
	}
	return q, json.NewDecoder(resp.Body).Decode(&q)
}

func fetch(symbol string) (quote, error) {
	return decode("https://quotes.example/" + symbol)
}

func price(symbol string) (float64, error) {
	var last error
	for i := 0; i < 3; i++ { // want `retries fetch after a constant 2s, 3 attempts`
		q, err := fetch(symbol)
		if err == nil {
			return q.Price, nil
		}
		last = err
		time.Sleep(2 * time.Second)
	}
	return 0, last
}
