// Package nestedretry defines the rule that looks for retries which multiply.
//
// # Analyzer nestedretry
//
// nestedretry: find retries that multiply along a call path to more than ten attempts
//
// # What it reports
//
// A retry site repeats a call that has failed. If the function that is called, or one
// further down, has a retry site of its own, their attempts multiply: three loops of
// four, one below the other, issue the last operation 64 times before the first of them
// gives up. Each of the three looks reasonable where it stands.
//
// nestedretry follows call paths through the functions and packages of a module: calls
// of functions and methods, closures, functions that are kept in variables and fields
// or handed to helpers which run them again, methods of interfaces, deferred calls, and
// goroutines whose end is waited for. It reports a retry site if its own attempts times
// the most of what lies below exceed ten. Every site on a path for which that is so is
// reported, since each is a place where somebody can turn retries off.
//
// A client of a library that retries by itself is the last site of a path: it counts as
// often as the library tries the call with what the client is configured with. Where
// the path is one site and a client that the site calls within its package,
// libdoubleretry speaks and nestedretry does not.
//
// A path may be complete only where it is put together: an interface gets its
// implementation, or a helper the number of its attempts, in another package. Then the
// call that does so is reported.
//
// What nothing in the program shows can be told. //retrylint:callers 3 in the comment of
// a function, or the setting callers, says that whoever calls it from outside makes up to
// three attempts: they are a site around the function, which is reported where it is
// declared. //retrylint:attempts says how often a function tries, and //retrylint:remote that it
// reaches another process. //retrylint:ignore nestedretry at any site of a path
// silences what is found on it, in this package and in those that call it.
//
// The message gives the path from the site on: each retry site with its attempts and its
// place, or where its number comes from if that is not the code there, and the operation.
// "Up to" is a number that is not exceeded. "At least" is a number that may be exceeded, because the attempts of a site on the path are
// not known (they are then named and count as one), or because the operation is issued
// along other paths as well. A site without limit makes the whole path so.
//
// # Why
//
// Retries are there for the odd request that fails. In an outage all requests fail, and
// then what counts is the product: a service that is short of a few percent of its
// capacity gets 64 times the load, and cannot recover until everybody has given up. The
// retries of the upper layers buy next to nothing for that: when the lowest loop has
// failed four times, the next four attempts a moment later mostly fail as well.
//
// Retry at one layer, mostly the one that knows whether a repeat is safe and how much
// time is left, and let the others report the failure. Where two layers must retry, have
// the lower one return an error that the upper one does not repeat.
//
// # Flagged
//
// Two loops in two functions:
//
//	func load(ctx context.Context, db *sql.DB) (rows *sql.Rows, err error) {
//		for range 4 {
//			if rows, err = db.QueryContext(ctx, "SELECT id FROM orders"); err == nil {
//				return rows, nil
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//		return nil, err
//	}
//
//	func handle(ctx context.Context, db *sql.DB) (rows *sql.Rows, err error) {
//		// up to 16 attempts of (*sql.DB).QueryContext for one call: example.handle 4× → example.load
//		// 4× (example.go:2); when it fails, each layer multiplies its load; retry in one layer:
//		// without the retries here it is 4
//		for range 4 {
//			if rows, err = load(ctx, db); err == nil {
//				return rows, nil
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//		return nil, err
//	}
//
// A helper that is handed what it repeats, twice:
//
//	func repeat(n int, op func() error) (err error) {
//		for range n {
//			if err = op(); err == nil {
//				return nil
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//		return err
//	}
//
//	func ping(ctx context.Context, db *sql.DB) error {
//		return repeat(5, func() error { return db.PingContext(ctx) })
//	}
//
//	func check(ctx context.Context, db *sql.DB) error {
//		// up to 15 attempts of (*sql.DB).PingContext for one call: example.check 3× → example.ping 5×
//		// (example.go:12); when it fails, each layer multiplies its load; retry in one layer: without
//		// the retries here it is 5
//		return repeat(3, func() error { return ping(ctx, db) })
//	}
//
// # Accepted
//
// The inner one says that it has given up, and the outer one does not repeat that:
//
//	var errGaveUp = errors.New("gave up")
//
//	func load(ctx context.Context, db *sql.DB) (err error) {
//		for range 4 {
//			if err = db.PingContext(ctx); err == nil {
//				return nil
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//		return fmt.Errorf("%w: %v", errGaveUp, err)
//	}
//
//	func handle(ctx context.Context, db *sql.DB) (err error) {
//		for range 4 {
//			if err = load(ctx, db); err == nil || errors.Is(err, errGaveUp) {
//				return err
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//		return err
//	}
//
// What fails first leaves the loop; only a later step is repeated:
//
//	func store(ctx context.Context, db *sql.DB, load func() error) error {
//		var err error
//		for range 4 {
//			if err := load(); err != nil {
//				return err
//			}
//			if err = db.PingContext(ctx); err == nil {
//				return nil
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//		return err
//	}
//
// # Not reported
//
//   - One site alone, however many attempts it makes, and sites one after the other:
//     they do not multiply.
//   - A function that only passes a call on.
//   - Loops that reconnect or receive work for as long as a program runs: each of their
//     rounds is another request. So are polls, and rounds over different hosts, pages or
//     items.
//   - Optimistic concurrency, which repeats only a lost race.
//   - Sites that count with one budget, such as a counter that is handed down.
//   - A goroutine that nobody waits for.
//   - A site of which nothing is known but that it repeats something counts as one
//     attempt; the number is then a lower bound, and never invented.
//   - What is kept in maps and slices, and interfaces whose implementation is not in
//     sight, are not followed. Calls to another program are not either: three services
//     that retry calls of one another are three chains, unless the directive
//     or the setting callers says at the entries of each how often they are called.
//
// # Options
//
// The settings limit, limits and callers of .retrylint.yaml: above how many attempts a path
// is reported, what single entry points may make, and who retries outside of the program. A
// function that limits names is reported also where it repeats nothing itself. Findings in tests, in generated code and those of
// low confidence are left out unless the common flags -tests, -generated and
// -low ask for them. A finding on a path through a call that may go to several
// implementations, or of an operation that is only probably remote, is of medium
// confidence.
//
// # References
//
//   - Marc Brooker, "Timeouts, retries, and backoff with jitter", Amazon Builders'
//     Library:
//     https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
//   - Betsy Beyer and others (editors), "Site Reliability Engineering", O'Reilly 2016,
//     chapter 21, "Handling Overload": https://sre.google/sre-book/handling-overload/
//     and chapter 22, "Addressing Cascading Failures":
//     https://sre.google/sre-book/addressing-cascading-failures/
package nestedretry
