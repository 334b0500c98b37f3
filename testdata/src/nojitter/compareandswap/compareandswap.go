// Package compareandswap repeats a lost compare-and-swap in memory.
package compareandswap

import "sync/atomic"

func raise(highest *atomic.Int64, n int64) {
	for {
		old := highest.Load()
		if n <= old || highest.CompareAndSwap(old, n) {
			return
		}
	}
}
