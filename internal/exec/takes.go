package exec

// takes are the numbers of arguments of the functions that are executed here. A
// body that another package exported may call them with fewer: it is decoded, and
// no compiler has seen it.
var takes = map[string]int{
	"time.Sleep": 1, "time.After": 1, "time.Tick": 1, "time.NewTimer": 1, "time.NewTicker": 1, "time.AfterFunc": 2,
	"(*time.Timer).Reset": 2, "(*time.Ticker).Reset": 2, "time.Since": 1, "time.Until": 1,
	"(time.Time).Sub": 2, "(time.Time).Add": 2, "(time.Time).After": 2, "(time.Time).Before": 2,
	"(time.Duration).Nanoseconds": 1, "(time.Duration).Microseconds": 1, "(time.Duration).Milliseconds": 1,
	"(time.Duration).Seconds": 1, "(time.Duration).Minutes": 1, "(time.Duration).Hours": 1,
	"(*sync/atomic.Int32).Add": 2, "(*sync/atomic.Int64).Add": 2, "(*sync/atomic.Uint32).Add": 2, "(*sync/atomic.Uint64).Add": 2,
	"sync/atomic.AddInt32": 2, "sync/atomic.AddInt64": 2, "sync/atomic.AddUint32": 2, "sync/atomic.AddUint64": 2,
	"math.Pow": 2, "math.Exp2": 1, "math.Min": 2, "math.Max": 2, "math.Floor": 1, "math.Ceil": 1, "math.Round": 1,
	"context.WithTimeout": 2, "context.WithDeadline": 2, "context.WithTimeoutCause": 3, "context.WithDeadlineCause": 3,
	"(context.Context).Err": 1, "(context.Context).Done": 1, "crypto/rand.Read": 1, "math/rand.Read": 1,
	"errors.Is": 2, "errors.As": 2, "errors.AsType": 1,
	"builtin copy": 2, "builtin len": 1, "builtin cap": 1, "builtin min": 1, "builtin max": 1, "builtin ssa:wrapnilchk": 1,
}
