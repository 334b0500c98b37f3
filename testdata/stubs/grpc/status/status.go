// Package status declares what the cases use of the library of the same path. A test in the
// module proof holds it against the real one.
package status

import "google.golang.org/grpc/codes"

func Code(err error) codes.Code { panic("a stub") }
