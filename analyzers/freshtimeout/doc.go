// Package freshtimeout defines the rule that attempts share what is left to their caller.
//
// # Analyzer freshtimeout
//
// freshtimeout: find retries whose attempts are not bounded by what is left to the caller
//
// # What it reports
//
// A retry site is a place where the failure of a call that reaches another process can
// lead back to the same call: a loop of any form, a jump back to a label, a function that
// calls or schedules itself, and a function that runs another one until it succeeds.
// freshtimeout follows the context of each attempt, also into the functions that make it,
// back to where it comes from, and reports the site when each attempt
//
//   - has a timeout of its own that begins with context.Background, context.TODO or
//     context.WithoutCancel;
//   - has a context that never ends, or none, or one that is kept in a struct, although the
//     caller's is at hand;
//   - leaves aside the context that the function which repeats it hands out, and which ends
//     after the time for all attempts;
//   - has a timeout that is not shorter than what all of them have together.
//
// It also reports a call that a library tries again by itself where the call is given a number
// of attempts and a time for each, and a context that never ends.
//
// Where attempts, timeout and waits are known, it says how long the whole may take, and how
// much of it a caller in the same package allows.
//
// # Why
//
// A caller that gives ten seconds has a reason: somebody waits for its answer, and has a
// limit as well. Four attempts of thirty seconds each, with waits of one, two and four
// seconds, answer after 2m7s in the worst case. Nobody is there any more to take that
// answer; a goroutine, a connection and a place in the queue of the slow service were held
// for two minutes all the same, and the caller has meanwhile begun again, perhaps more than
// once.
//
// A context that derives from the caller's ends with it: of two deadlines Go takes the
// earlier. So each attempt can have a limit of its own, and the whole still ends in time.
//
// # Flagged
//
// Up to 4 × 30s and the waits, whoever calls:
//
//	func load(ctx context.Context, db *sql.DB) (err error) {
//		// retries (*sql.DB).PingContext, 4 attempts, each with a timeout of its own that begins with
//		// context.Background: 4 × 30s + waits 7s = 2m7s, whatever is left to ctx; derive each timeout
//		// from ctx
//		for i := 0; ; i++ {
//			own, cancel := context.WithTimeout(context.Background(), 30*time.Second)
//			err = db.PingContext(own)
//			cancel()
//			if err == nil || i == 3 {
//				return err
//			}
//			select {
//			case <-ctx.Done():
//				return ctx.Err()
//			case <-time.After(time.Second << i):
//			}
//		}
//	}
//
// The request does not carry the context:
//
//	func get(ctx context.Context, url string) (resp *http.Response, err error) {
//		// retries http.Get, 3 attempts, each without the context that is at hand: http.Get may go on
//		// after ctx is done; use http.NewRequestWithContext with ctx
//		for range 3 {
//			if resp, err = http.Get(url); err == nil || ctx.Err() != nil {
//				return resp, err
//			}
//		}
//		return nil, err
//	}
//
// # Accepted
//
// Each attempt has half a minute, or what is left to the caller if that is less:
//
//	func load(ctx context.Context, db *sql.DB) (err error) {
//		for range 3 {
//			one, cancel := context.WithTimeout(ctx, 30*time.Second)
//			err = db.PingContext(one)
//			cancel()
//			if err == nil || ctx.Err() != nil {
//				return err
//			}
//		}
//		return err
//	}
//
// There is no caller's context, but one for all attempts:
//
//	func load(db *sql.DB) (err error) {
//		all, cancel := context.WithTimeout(context.Background(), time.Minute)
//		defer cancel()
//		for all.Err() == nil {
//			one, stop := context.WithTimeout(all, 15*time.Second)
//			err = db.PingContext(one)
//			stop()
//			if err == nil {
//				return nil
//			}
//		}
//		return err
//	}
//
// # Not reported
//
//   - A timeout that derives from the caller's context, unless it is known to be as long as
//     what that context has.
//   - context.Background without a timeout where no other context is at hand.
//   - Loops that reconnect for as long as a program runs, and workers: nobody waits for them.
//   - Attempts whose context cannot be followed: it comes from an interface, a map or another
//     package. If on one of several ways the context is the caller's, the site is silent.
//   - A call without a context for which no other is known that takes one: findings about
//     those that have one are of medium confidence, since something else may bound them.
//   - Deferred calls: what puts things in order may outlive the caller.
//   - The timeouts of clients, connections and libraries.
//   - Calls of a function of the same module that retries what it is given, if the fault is
//     in that function: it is reported there.
//
// # Options
//
// The rule has none of its own. Findings in tests, in generated code and those of
// low confidence are left out unless the common flags -tests, -generated and
// -low ask for them.
//
// # References
//
//   - Package context, "WithTimeout" and "WithDeadline": https://pkg.go.dev/context
//   - "gRPC and Deadlines", The gRPC Blog, 2018: https://grpc.io/blog/deadlines/
//   - Betsy Beyer and others (editors), "Site Reliability Engineering", O'Reilly 2016,
//     chapter 22, "Addressing Cascading Failures", on deadline propagation:
//     https://sre.google/sre-book/addressing-cascading-failures/
package freshtimeout
