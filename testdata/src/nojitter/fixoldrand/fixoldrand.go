// The file draws with math/rand already.
package fixoldrand

import (
	"log"
	"math/rand"
	"net/http"
	"time"
)

func get(url string) (resp *http.Response, err error) {
	id := rand.Int()
	for range 3 { // want `retries http.Get after a constant 2s, 3 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		log.Printf("%d: %v", id, err)
		time.Sleep(2 * time.Second)
	}
	return nil, err
}
