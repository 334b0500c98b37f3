// Package retry4xx defines the rule that asks every retry to leave alone what will not
// change.
//
// # Analyzer retry4xx
//
// retry4xx: find retries of answers that do not change, such as 400, 403 and 404
//
// # What it reports
//
// A retry site is a place where the failure of a call can lead back to the same call.
// retry4xx runs the code between the two for every HTTP status and every gRPC code that
// the call may answer with, and reports the site when one of them surely leads back
// although the same request will get it again:
//
//   - HTTP: every 4xx but 408, 425 and 429;
//   - gRPC: InvalidArgument, NotFound, AlreadyExists, PermissionDenied, Unauthenticated,
//     FailedPrecondition, OutOfRange, Unimplemented, and Canceled beside one of these.
//
// The message lists exactly those that come back. The decision may stand in the loop, in a
// function of this or another package, in a table or a list, and the status may travel in
// an error on the way there. A loop that repeats every error of a call is reported where
// the errors are known to carry statuses or codes: because the code that makes them is in
// sight, or because the client is known for it.
//
// A test that is the wrong way round, so that what passes ends the loop and what is
// final is tried again, is named as such.
//
// # Why
//
// A request that is malformed, forbidden or about something that is not there will be so
// on the next attempt. Each retry of it costs the server what the first cost, and buys
// nothing; the caller learns of its mistake minutes later. In an incident it is worse: a
// deployment that sends one wrong field makes four wrong requests of each right one, and
// the load comes just then. Repeated 401 and 403 also lock accounts.
//
// # Flagged
//
// Any status but 200 leads back:
//
//	func load(url string) (*http.Response, error) {
//		// retries http.Get on 400-407, 409-424, 426-428, 430-499, 4 attempts: these answers do not
//		// change; retry only 408, 425, 429, 5xx and network errors
//		for range 4 {
//			resp, err := http.Get(url)
//			if err == nil && resp.StatusCode == http.StatusOK {
//				return resp, nil
//			}
//			if err == nil {
//				resp.Body.Close()
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//		return nil, errors.New("no luck")
//	}
//
// The status becomes an error, and the loop repeats every error:
//
//	func post(req *http.Request) error {
//		resp, err := http.DefaultClient.Do(req)
//		if err != nil {
//			return err
//		}
//		defer resp.Body.Close()
//		if resp.StatusCode >= 400 {
//			return fmt.Errorf("post: %s", resp.Status)
//		}
//		return nil
//	}
//
//	func deliver(req *http.Request) (err error) {
//		// retries post on 400-407, 409-424, 426-428, 430-499, 5 attempts: these answers do not change;
//		// retry only 408, 425, 429, 5xx and network errors
//		for range 5 {
//			if err = post(req); err == nil {
//				return nil
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//		return err
//	}
//
// The test is the wrong way round:
//
//	func fetch(url string) error {
//		// retries http.Get on 400-407, 409-424, 426-428, 430-499, 3 attempts, and stops on 429,
//		// 500-599: the test is the wrong way round; stop on the former and retry the latter
//		for range 3 {
//			resp, err := http.Get(url)
//			if err != nil {
//				return err
//			}
//			resp.Body.Close()
//			switch {
//			case resp.StatusCode < 300:
//				return nil
//			case resp.StatusCode == 429, resp.StatusCode >= 500:
//				return errors.New(resp.Status)
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//		return errors.New("no luck")
//	}
//
// # Accepted
//
// Only what passes is tried again:
//
//	func load(url string) (resp *http.Response, err error) {
//		for range 4 {
//			resp, err = http.Get(url)
//			if err == nil && resp.StatusCode != 408 && resp.StatusCode != 425 && resp.StatusCode != 429 && resp.StatusCode < 500 {
//				return resp, nil
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//		return resp, err
//	}
//
// No answer came, and what came is handed on whatever it says:
//
//	func load(url string) (resp *http.Response, err error) {
//		for range 4 {
//			if resp, err = http.Get(url); err == nil {
//				return resp, nil
//			}
//			time.Sleep(rand.N(time.Second))
//		}
//		return nil, err
//	}
//
// The credential is renewed before a 401 is tried again:
//
//	func get(req *http.Request, renewToken func() (string, error)) (*http.Response, error) {
//		for renewed := false; ; renewed = true {
//			resp, err := http.DefaultClient.Do(req)
//			if err != nil || resp.StatusCode != http.StatusUnauthorized || renewed {
//				return resp, err
//			}
//			resp.Body.Close()
//			token, err := renewToken()
//			if err != nil {
//				return nil, err
//			}
//			req.Header.Set("Authorization", "Bearer "+token)
//		}
//	}
//
// # Not reported
//
//   - What cannot be computed from the status: a judgement of a function that is not in
//     sight, a word in the body. Only an answer that comes back whatever these say is listed.
//   - Errors of calls of which nothing says that they carry a status.
//   - 401, 403 and 407 where a function in the round renews the credential, by its name.
//   - 404, 409 and 412 where a comment at the site says that the answer is going to change:
//     eventual consistency, a conflict that is resolved.
//   - Polls, also for existence: only 404 leads back. Optimistic concurrency: only a
//     conflict leads back.
//   - Loops that reconnect for as long as a program runs, workers that receive again, and
//     polls that nothing bounds: they try again whatever came.
//   - A helper that repeats what it is given is not reported itself, but the calls that
//     hand it something whose errors carry final answers.
//
// # Options
//
// The rule has none of its own. Findings in tests, in generated code and those of
// low confidence are left out unless the common flags -tests, -generated and
// -low ask for them.
//
// # References
//
//   - RFC 9110, "HTTP Semantics", section 15.5, "Client Error 4xx":
//     https://www.rfc-editor.org/rfc/rfc9110#section-15.5
//   - "gRPC Status Codes": https://grpc.io/docs/guides/status-codes/
//   - Marc Brooker, "Timeouts, retries, and backoff with jitter", Amazon Builders'
//     Library:
//     https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
package retry4xx
