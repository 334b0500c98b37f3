// Package retry declares what the cases use of the library of the same path. A test in
// the module proof holds it against the real one.
package retry

import (
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
)

type StandardOptions struct {
	MaxAttempts int
	MaxBackoff  time.Duration
}

type Standard struct{ aws.NopRetryer }

func NewStandard(fnOpts ...func(*StandardOptions)) *Standard { panic("a stub") }

func AddWithMaxAttempts(r aws.Retryer, max int) aws.Retryer { panic("a stub") }
