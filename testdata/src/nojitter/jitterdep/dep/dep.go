// Package dep spreads durations.
package dep

import (
	"math/rand/v2"
	"time"
)

// Spread returns a duration between d/2 and d.
func Spread(d time.Duration) time.Duration { return d/2 + rand.N(d/2+1) }
