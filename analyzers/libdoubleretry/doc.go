// Package libdoubleretry defines the rule that a call is retried in one place.
//
// # Analyzer libdoubleretry
//
// libdoubleretry: find retries of calls that a library already retries
//
// # What it reports
//
// Many clients try a request again by themselves, and most of them do so by default:
// clients of Redis, of AWS, Azure and Kafka, wrappers of net/http. A retry site around
// such a call multiplies: three attempts here and four in the client are twelve requests
// for one that fails. libdoubleretry reports a retry site whose attempt is a call that a
// library tries more than once, in the body of the site, in a function literal that is
// given to a retrier, or in a function of the package that does little else.
//
// What libraries do is in a catalogue, which "retrylint libraries" prints. What the client
// is configured to do is followed from the call back to where the client is made: through
// constructors, options, structs and their fields, builders, variables and fields, and
// functions of the package or of others that make the client. The finding says where the
// number of the library comes from: its default, or the setting and its place.
//
// Some values look as if they turned the retries off, and do not: zero attempts in
// aws-sdk-go-v2 and zero retries in azcore and go-redis mean the default. The finding says so.
//
// # Why
//
// The attempts of both are made when the server can bear it least, and the waits of both
// add up: the caller waits for the sum of all. Nobody chose the product. It is rarely
// noticed, because each of the two numbers is small, and one of them stands in a file that
// nobody reads.
//
// The library is mostly the better place: it knows which answers may change, obeys the
// server's wish for how long to wait, and often has a budget. But a program that needs its
// own decision or its own waits can turn the library's off. What matters is that it is one
// of the two.
//
// # Flagged
//
// The client was never told not to retry:
//
//	func load(ctx context.Context, addr, key string) (value string, err error) {
//		rdb := redis.NewClient(&redis.Options{Addr: addr})
//		// 3 attempts here × 4 in go-redis (default MaxRetries 3, v9.7.0) = up to 12: go-redis already
//		// retries (*redis.Client).Get; MaxRetries: -1 turns go-redis's off
//		for range 3 {
//			if value, err = rdb.Get(ctx, key).Result(); err == nil {
//				return value, nil
//			}
//			time.Sleep(time.Duration(rand.Int64N(int64(time.Second))))
//		}
//		return "", err
//	}
//
// It was, but zero means the default:
//
//	func head(ctx context.Context, cfg aws.Config, in *s3.HeadObjectInput) (err error) {
//		client := s3.NewFromConfig(cfg, func(o *s3.Options) { o.RetryMaxAttempts = 0 })
//		// 5 attempts here × 3 in aws-sdk-go-v2 (RetryMaxAttempts = 0 at example.go:2, which means the
//		// default, v1.114.10) = up to 15: aws-sdk-go-v2 already retries (*s3.Client).HeadObject;
//		// RetryMaxAttempts = 1 turns aws-sdk-go-v2's off
//		for range 5 {
//			if _, err = client.HeadObject(ctx, in); err == nil {
//				return nil
//			}
//			time.Sleep(time.Duration(rand.Int64N(int64(time.Second))))
//		}
//		return err
//	}
//
// # Accepted
//
// The retries of the client are turned off in sight:
//
//	func load(ctx context.Context, addr, key string) (value string, err error) {
//		rdb := redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1})
//		for range 3 {
//			if value, err = rdb.Get(ctx, key).Result(); err == nil {
//				return value, nil
//			}
//			time.Sleep(time.Duration(rand.Int64N(int64(time.Second))))
//		}
//		return "", err
//	}
//
// The site tries again only what the library does not:
//
//	func head(ctx context.Context, client *s3.Client, in *s3.HeadObjectInput) (err error) {
//		for range 5 {
//			if _, err = client.HeadObject(ctx, in); err == nil || !strings.Contains(err.Error(), "NoSuchBucket") {
//				return err
//			}
//			time.Sleep(time.Duration(rand.Int64N(int64(time.Second))))
//		}
//		return err
//	}
//
// # Not reported
//
//   - Retries that a client makes only if it is configured to, unless that is in sight.
//   - A client that is made in several ways of which some have no retries. If it comes from out of
//     sight, as a parameter does, and retries by default, the site is reported, at medium
//     confidence.
//   - A number of the library that is read from a configuration, unless a default for it is
//     in sight or zero means the library's default.
//   - Loops that reconnect, workers, polls, and lost races that are run again.
//   - A call in another retry site within this one, or further away than a few functions of
//     the package: that is a chain, and belongs to nestedretry.
//   - One more try on a dead idle connection, as net/http and database/sql make.
//
// # Options
//
// The rule has none of its own. Libraries of your own are described in .retrylint.yaml, in the format
// of the catalogue; a function that tries by itself has the directive
// retrylint:attempts.
//
// # References
//
//   - Marc Brooker, "Timeouts, retries, and backoff with jitter", Amazon Builders'
//     Library:
//     https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/
//   - Betsy Beyer and others (editors), "Site Reliability Engineering", O'Reilly 2016,
//     chapter 22, "Addressing Cascading Failures", on retries at several levels:
//     https://sre.google/sre-book/addressing-cascading-failures/
package libdoubleretry
