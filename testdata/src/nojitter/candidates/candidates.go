// Package candidates calls attempt what numbers its candidates.
package candidates

import (
	"context"
	"fmt"
	"log"
)

type resolver interface {
	Resolve(ctx context.Context, name string) (string, error)
}

func find(ctx context.Context, r resolver, base string, maxAttempts int) (string, error) {
	for attempt := 1; attempt <= maxAttempts; attempt++ {
		name := fmt.Sprintf("%s-%d", base, attempt)
		addr, err := r.Resolve(ctx, name)
		if err != nil {
			log.Printf("%s: %v", name, err)
			continue
		}
		return addr, nil
	}
	return "", fmt.Errorf("nothing found for %s", base)
}
