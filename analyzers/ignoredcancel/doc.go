// Package ignoredcancel defines the rule that retries end with the caller they are for.
//
// # Analyzer ignoredcancel
//
// ignoredcancel: find retries that go on although their caller has gone
//
// # What it reports
//
// A retry site is a place where the failure of a call that reaches another process can
// lead back to the same call: a loop of any form, a jump back to a label, a function that
// calls or schedules itself, and a function that runs another one until it succeeds.
// Where something is at hand that says that the caller does not want to go on, such as
// a context, ignoredcancel reports the site when
//
//   - it waits between two attempts and nothing can end the wait: it sleeps, receives from
//     a timer alone, or waits for a context that never ends;
//   - it makes the next attempt without a look at the context that it gives to each: after
//     the caller has gone, all that are left fail one after the other;
//   - it sees that the context is done and makes the next attempt all the same.
//
// At hand are the parameters around the site that are a context or have one, such as a
// request or a command; a context in a local variable that the site uses; a context,
// request or stop channel in a field of the receiver; and a parameter that is a channel
// which carries nothing.
//
// Loops that reconnect for as long as a program runs, and workers that receive again after
// a failure, are judged by the same standard; so is a lost race that is run again.
//
// # Why
//
// A context is done when the user has left the page, when the request that this one serves
// has timed out, or when the program is to stop. What goes on after that is work for
// nobody. It is done when there is least to spare: callers give up mostly when a service is
// slow, and each that has given up leaves behind a goroutine that sleeps, wakes, and asks
// the slow service again, beside the new request that the caller has made meanwhile.
//
// The wait is the worst of it, as it is longer than the attempt: a sleep of ten seconds
// makes a program stop ten seconds late, or be killed in the middle of something, because
// the platform allowed it less.
//
// # Flagged
//
// The wait cannot be ended:
//
//	func load(ctx context.Context, db *sql.DB) (err error) {
//		// retries (*sql.DB).PingContext, 4 attempts, after a wait that ctx cannot end (2s): a caller
//		// that has gone is waited for and asked for again; wait in a select that also receives from
//		// ctx.Done()
//		for range 4 {
//			if err = db.PingContext(ctx); err == nil {
//				return nil
//			}
//			time.Sleep(2 * time.Second)
//		}
//		return err
//	}
//
// Each attempt is given the context, and nobody asks whether it is over:
//
//	func follow(ctx context.Context, db *sql.DB, handle func(*sql.Rows)) {
//		// retries (*sql.DB).QueryContext, without limit, without a look at ctx: when it is done each
//		// further attempt is for nobody; return when ctx.Err() is not nil
//		for {
//			rows, err := db.QueryContext(ctx, "SELECT id FROM jobs WHERE state = 'new'")
//			if err != nil {
//				continue
//			}
//			handle(rows)
//		}
//	}
//
// # Accepted
//
// The wait ends with the context:
//
//	func load(ctx context.Context, db *sql.DB) (err error) {
//		for range 4 {
//			if err = db.PingContext(ctx); err == nil {
//				return nil
//			}
//			select {
//			case <-ctx.Done():
//				return ctx.Err()
//			case <-time.After(rand.N(2 * time.Second)):
//			}
//		}
//		return err
//	}
//
// Without a wait, one look at the context is enough:
//
//	func load(ctx context.Context, db *sql.DB) (err error) {
//		for range 4 {
//			if err = db.PingContext(ctx); err == nil || ctx.Err() != nil {
//				return err
//			}
//		}
//		return err
//	}
//
// # Not reported
//
//   - Where there is nothing to listen to: no context and no stop channel at hand, or
//     only a context that never ends, such as context.Background.
//   - A wait for something else than time, and one that a call decides which cannot be
//     looked into. Such a call is taken to fail when it is given a context that is over.
//   - Attempts without a wait where only some errors lead to the next: whether that of a
//     context is one of them is not known. Comparisons with context.Canceled and
//     context.DeadlineExceeded are.
//   - Calls of a function of the same module that retries what it is given, if the fault
//     is in that function: it is reported there.
//   - Polls, which ask again because the answer was "not yet" and leave on an error.
//   - Calls that stay in the process or in the machine's own kernel. A method of an
//     interface with no implementation in sight counts as remote if it takes a context and
//     returns an error; such findings are of medium confidence, as are those of attempts
//     without a wait. Child processes are local too, but for programs that are known to use
//     the network: low confidence.
//
// # Fix
//
// Where a call of time.Sleep is a statement of the site and the function returns an error,
// the finding has a suggested fix:
//
//	select {
//	case <-ctx.Done():
//		return ctx.Err()
//	case <-time.After(2 * time.Second):
//	}
//
// Results beside the error are returned by their names, or as zero where they have none.
// There is no fix for a wait in a helper, which other callers may share, nor in generated
// files.
//
// # Options
//
// The rule has none of its own. Findings in tests, in generated code and those of
// low confidence are left out unless the common flags -tests, -generated and
// -low ask for them.
//
// # References
//
//   - Package context, "Overview": https://pkg.go.dev/context
//   - Sameer Ajmani, "Go Concurrency Patterns: Context", The Go Blog, 2014:
//     https://go.dev/blog/context
//   - Betsy Beyer and others (editors), "Site Reliability Engineering", O'Reilly 2016,
//     chapter 22, "Addressing Cascading Failures", on deadlines and cancellation:
//     https://sre.google/sre-book/addressing-cascading-failures/
package ignoredcancel
