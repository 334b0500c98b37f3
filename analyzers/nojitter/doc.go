// Package nojitter defines the rule that asks every retry for a random wait.
//
// # Analyzer nojitter
//
// nojitter: find retries that wait without randomness, or do not wait at all
//
// # What it reports
//
// A retry site is a place where the failure of a call can lead back to the same
// call: a loop of any form, a jump back to a label, a function that calls or
// schedules itself, and a function that runs another one until it succeeds.
// If the call reaches another process over a network or a socket, nojitter
// looks at each way from the failure to the next attempt and reports the site
// when one of them
//
//   - does not wait;
//   - waits the same time whenever it is taken, also when that time is a
//     parameter or a setting: it is the same for every client that was given it;
//   - waits a time that grows by a formula, or stands in a list, and has no random
//     part.
//
// It says which of the three it found, with the value or the beginning of the
// series, and how often one pass through the site can issue the call, the first
// attempt included. Where only some failures take the way that is reported, it
// says which.
//
// Loops that reconnect for as long as a program runs, and workers that receive
// again after a failure, are judged by the same standard.
//
// So are clients that retry by themselves. What a library does between its attempts is
// in the catalogue, which retrylint libraries prints; where a program makes such a client,
// and the wait that is configured there, or the library's own, has no random part, the
// finding stands at the constructor.
//
// # Why
//
// Clients rarely fail alone. A restart, a failover or a short break of the
// network fails all requests that are under way in the same instant. If each
// client then waits exactly one second, all of them are back one second later,
// and the service, hardly up again, gets everything at once: the retries of the
// first wave meet new requests, time out, and form the second wave. Waits that
// double move the waves apart, but every wave is still as high as the first,
// because nothing takes the clients out of step. With no wait at all there is one
// wave, which multiplies the load at the very moment when the service can bear it
// least.
//
// A wait that each client draws at random spreads the same number of attempts
// over the whole window. In Brooker's simulation of a hundred clients that
// contend for one record, drawing between zero and the full window more than
// halved the number of calls that exponential waits alone needed, and the work
// was done sooner.
//
// # Flagged
//
// Every client comes back after exactly the same seconds:
//
//	func load(url string) (*http.Response, error) {
//		var last error
//		// retries http.Get after a constant 2s, 4 attempts: clients that fail together come back
//		// together; draw each wait at random between 0 and 2s
//		for range 4 {
//			resp, err := http.Get(url)
//			if err == nil {
//				return resp, nil
//			}
//			last = err
//			time.Sleep(2 * time.Second)
//		}
//		return nil, last
//	}
//
// The wait doubles, but it doubles for all:
//
//	func connect(ctx context.Context, addr string) (net.Conn, error) {
//		var dialer net.Dialer
//		// retries (*net.Dialer).DialContext after a wait that grows without randomness (100ms, 200ms,
//		// 400ms), 7 attempts: clients that fail together come back together; draw each wait at random
//		// between 0 and that value
//		for delay := 100 * time.Millisecond; ; delay *= 2 {
//			conn, err := dialer.DialContext(ctx, "tcp", addr)
//			if err == nil || delay > 5*time.Second {
//				return conn, err
//			}
//			select {
//			case <-ctx.Done():
//				return nil, ctx.Err()
//			case <-time.After(delay):
//			}
//		}
//	}
//
// The wait stands at the foot, and the failure jumps over it:
//
//	func follow(ctx context.Context, db *sql.DB, handle func(*sql.Rows)) {
//		// retries (*sql.DB).QueryContext with no wait in between, without limit: a failing server gets
//		// them all at once; wait a random time that grows with each attempt
//		for ctx.Err() == nil {
//			rows, err := db.QueryContext(ctx, "SELECT id FROM jobs WHERE state = 'new'")
//			if err != nil {
//				continue
//			}
//			handle(rows)
//			time.Sleep(time.Second)
//		}
//	}
//
// # Accepted
//
// The wait is drawn anew for each attempt, from a window that grows up to a limit,
// and it ends with the context:
//
//	func load(ctx context.Context, req *http.Request) (*http.Response, error) {
//		window := 100 * time.Millisecond
//		for attempt := 1; ; attempt++ {
//			resp, err := http.DefaultClient.Do(req.Clone(ctx))
//			if err == nil || attempt == 4 {
//				return resp, err
//			}
//			select {
//			case <-ctx.Done():
//				return nil, ctx.Err()
//			case <-time.After(rand.N(window)):
//			}
//			window = min(2*window, 5*time.Second)
//		}
//	}
//
// The server says how long to wait:
//
//	func send(req *http.Request) (*http.Response, error) {
//		for {
//			resp, err := http.DefaultClient.Do(req)
//			if err != nil || resp.StatusCode != http.StatusTooManyRequests {
//				return resp, err
//			}
//			resp.Body.Close()
//			seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
//			if err != nil {
//				return nil, err
//			}
//			time.Sleep(time.Duration(seconds) * time.Second)
//		}
//	}
//
// One repeat at once, after what was wrong has been put right:
//
//	func get(req *http.Request, renew func() (token string, err error)) (*http.Response, error) {
//		for renewed := false; ; renewed = true {
//			resp, err := http.DefaultClient.Do(req)
//			if err != nil || resp.StatusCode != http.StatusUnauthorized || renewed {
//				return resp, err
//			}
//			resp.Body.Close()
//			token, err := renew()
//			if err != nil {
//				return nil, err
//			}
//			req.Header.Set("Authorization", "Bearer "+token)
//		}
//	}
//
// # Not reported
//
//   - Any random part in the wait is enough, however small and however many
//     functions away it is drawn. A value that was drawn once, before the loop, or
//     that comes from a source with a constant seed is not random between attempts
//     or between clients and does not count.
//   - A wait that somebody else decides: the server, a rate limiter, or a policy
//     that the caller hands in as a function, an interface, an iterator or a list of
//     delays, where it cannot be seen.
//   - Calls that stay in the process or in the machine's own kernel: files, locks,
//     listening sockets, a search for a free name. A method of an interface with no
//     implementation in sight counts as remote if it takes a context and returns an
//     error; such findings are of medium confidence. Child processes are local too,
//     but for programs that are known to use the network, such as git, ssh, docker and
//     kubectl: findings about those are of low confidence.
//   - A bounded loop that throws away what it asks for may only wait until something
//     answers at all, such as a server that was just started: low confidence.
//   - Polls, which ask again because the answer was "not yet" and leave on an error.
//     A poll that also swallows its errors, with nothing to bound it, is a retry.
//   - Rounds that try something else each time: the next host, page, item or name.
//     Going round the same hosts a second time is a retry of each.
//   - Work that is done again at its time whether it failed or not.
//   - Lost compare-and-swaps, version conflicts and transactions that are restarted
//     for serialization: there, coming back at once is right.
//
// # Fix
//
// Where the waits are given in the loop itself, the finding has a suggested fix: it
// draws them at random between zero and their present value, with math/rand/v2, or
// math/rand where the file imports it or its Go version asks for it:
//
//	time.Sleep(rand.N(2 * time.Second))
//	time.Sleep(time.Duration(rand.Float64() * float64(delay)))
//
// The second form takes values that are not positive as well. There is no fix for
// tickers; for a wait in a helper, which other callers may share; for one that also
// follows a success, comes round without an attempt, or may be the server's; for a
// timer that runs against an answer; for a duration that a function returns; in generated files;
// and in files for a Go version before 1.20, where such numbers are the same in each run.
//
// # Options
//
// The rule has none of its own. Findings in tests, in generated code and those of
// low confidence are left out unless the common flags -tests, -generated and
// -low ask for them.
//
// # References
//
//   - Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015:
//     https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
//   - Marc Brooker, "Timeouts, retries, and backoff with jitter", Amazon Builders'
//     Library:
//     https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
//   - Betsy Beyer and others (editors), "Site Reliability Engineering", O'Reilly 2016,
//     chapter 21, "Handling Overload": https://sre.google/sre-book/handling-overload/
//     and chapter 22, "Addressing Cascading Failures":
//     https://sre.google/sre-book/addressing-cascading-failures/
//   - "gRPC Connection Backoff Protocol":
//     https://github.com/grpc/grpc/blob/master/doc/connection-backoff.md
package nojitter
