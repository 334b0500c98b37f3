package proof

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/retry"

	"github.com/retrylint/retrylint/proof/attempts"
)

const (
	pathClientGo = "k8s.io/client-go"
	pathWait     = "k8s.io/apimachinery/pkg/util/wait"
)

var kubernetes = library{name: "kubernetes", subjects: slices.Concat(clientGo, apimachineryWait)}

var clientGo = []subject{
	retryOnConflict("DefaultRetry, a conflict", "DefaultRetry", retry.DefaultRetry, conflict),
	retryOnConflict("DefaultBackoff, a conflict", "DefaultBackoff", retry.DefaultBackoff, conflict),
	retryOnConflict("DefaultRetry, an error that is no conflict", "DefaultRetry", retry.DefaultRetry, nil),
	{
		symbol:  pathClientGo + "/util/retry.OnError",
		with:    "DefaultRetry",
		uses:    []string{pathClientGo + "/util/retry.DefaultRetry"},
		retrier: true,
		options: []options{{pathWait + ".Backoff.Steps", []int{-1, 0, 1, 3}}},
		call: func(c *attempts.Call) error {
			return retry.OnError(steps(c, retry.DefaultRetry), func(error) bool { return true }, c.Fail)
		},
	},
	{
		symbol:  pathClientGo + "/rest.Request.Do",
		methods: getAndPost,
		options: []options{{pathClientGo + "/rest.Request.MaxRetries", []int{-1, 0, 1, 3}}},
		call: func(c *attempts.Call) error {
			cfg := &rest.Config{Host: c.URL(), Transport: c.Transport(), QPS: -1}
			cfg.GroupVersion = &schema.GroupVersion{Version: "v1"}
			cfg.NegotiatedSerializer = serializer.NewCodecFactory(runtime.NewScheme()).WithoutConversion()
			client, err := rest.RESTClientFor(cfg)
			if err != nil {
				return err
			}
			r := client.Get()
			if c.Method == http.MethodPost {
				r = client.Post().Body([]byte("{}"))
			}
			if n, ok := c.Set(pathClientGo + "/rest.Request.MaxRetries"); ok {
				r = r.MaxRetries(n)
			}
			return r.AbsPath("/api/v1/pods").Do(c.Context).Error()
		},
	},
}

func conflict(error) error {
	return apierrors.NewConflict(schema.GroupResource{Resource: "pods"}, "pod", errors.New("changed"))
}

func steps(c *attempts.Call, b wait.Backoff) wait.Backoff {
	if n, ok := c.Set(pathWait + ".Backoff.Steps"); ok {
		b.Steps = n
	}
	return b
}

func retryOnConflict(with, backoff string, b wait.Backoff, as func(error) error) subject {
	return subject{
		symbol:  pathClientGo + "/util/retry.RetryOnConflict",
		with:    with,
		uses:    []string{pathClientGo + "/util/retry." + backoff},
		plain:   as == nil,
		retrier: true,
		call: func(c *attempts.Call) error {
			return retry.RetryOnConflict(b, func() error {
				err := c.Fail()
				if err != nil && as != nil {
					return as(err)
				}
				return err
			})
		},
	}
}

// notYet is a condition that is not met until the limit of attempts.
func notYet(c *attempts.Call) (bool, error) { return c.Fail() == nil, nil }

var apimachineryWait = []subject{
	exponentialBackoff("Backoff{Duration: time.Second}", nil, wait.Backoff{Duration: time.Second}),
	exponentialBackoff("Backoff{Duration: time.Second, Factor: 2}", []string{pathWait + ".Backoff"}, wait.Backoff{Duration: time.Second, Factor: 2}),
	exponentialBackoff("Backoff{Duration: time.Second, Factor: 2, Jitter: 0.1}", []string{pathWait + ".Backoff", pathWait + ".Backoff.Jitter"}, wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 0.1}),
	poll("ExponentialBackoff", "Backoff{Steps: 10, Duration: time.Second, Factor: 2, Cap: 4 * time.Second}", func(c *attempts.Call) error {
		return wait.ExponentialBackoff(wait.Backoff{Steps: 10, Duration: time.Second, Factor: 2, Cap: 4 * time.Second}, func() (bool, error) { return notYet(c) })
	}),
	poll("ExponentialBackoffWithContext", "Backoff{Steps: 5, Duration: time.Second}", func(c *attempts.Call) error {
		return wait.ExponentialBackoffWithContext(c.Context, wait.Backoff{Steps: 5, Duration: time.Second}, func(context.Context) (bool, error) { return notYet(c) })
	}),
	poll("ExponentialBackoff", "a condition that returns an error", func(c *attempts.Call) error {
		return wait.ExponentialBackoff(wait.Backoff{Steps: 5}, func() (bool, error) { return false, c.Fail() })
	}),
	poll("PollUntilContextTimeout", "1s, 5500ms, immediate", func(c *attempts.Call) error {
		return wait.PollUntilContextTimeout(c.Context, time.Second, 5500*time.Millisecond, true, func(context.Context) (bool, error) { return notYet(c) })
	}),
	poll("PollUntilContextTimeout", "1s, 5500ms, not immediate", func(c *attempts.Call) error {
		return wait.PollUntilContextTimeout(c.Context, time.Second, 5500*time.Millisecond, false, func(context.Context) (bool, error) { return notYet(c) })
	}),
	poll("PollUntilContextTimeout", "1s, 0, immediate", func(c *attempts.Call) error {
		return wait.PollUntilContextTimeout(c.Context, time.Second, 0, true, func(context.Context) (bool, error) { return notYet(c) })
	}),
	poll("PollUntilContextTimeout", "1s, 5500ms, a condition that returns an error", func(c *attempts.Call) error {
		return wait.PollUntilContextTimeout(c.Context, time.Second, 5500*time.Millisecond, true, func(context.Context) (bool, error) { return false, c.Fail() })
	}),
	poll("PollUntilContextCancel", "1s", func(c *attempts.Call) error {
		return wait.PollUntilContextCancel(c.Context, time.Second, true, func(context.Context) (bool, error) { return notYet(c) })
	}),
	poll("Poll", "1s, 5500ms", func(c *attempts.Call) error {
		return wait.Poll(time.Second, 5500*time.Millisecond, func() (bool, error) { return notYet(c) })
	}),
	poll("Poll", "1s, 0", func(c *attempts.Call) error {
		return wait.Poll(time.Second, 0, func() (bool, error) { return notYet(c) })
	}),
	poll("PollImmediate", "1s, 5500ms", func(c *attempts.Call) error {
		return wait.PollImmediate(time.Second, 5500*time.Millisecond, func() (bool, error) { return notYet(c) })
	}),
	poll("PollInfinite", "1s", func(c *attempts.Call) error {
		return wait.PollInfinite(time.Second, func() (bool, error) { return notYet(c) })
	}),
	poll("UntilWithContext", "1s", func(c *attempts.Call) error {
		wait.UntilWithContext(c.Context, func(context.Context) { c.Fail() }, time.Second)
		return nil
	}),
	poll("Until", "1s", func(c *attempts.Call) error {
		wait.Until(func() { c.Fail() }, time.Second, c.Context.Done())
		return nil
	}),
	poll("JitterUntil", "1s, factor 1", func(c *attempts.Call) error {
		wait.JitterUntil(func() { c.Fail() }, time.Second, 1, true, c.Context.Done())
		return nil
	}),
	poll("JitterUntilWithContext", "1s, factor 0", func(c *attempts.Call) error {
		wait.JitterUntilWithContext(c.Context, func(context.Context) { c.Fail() }, time.Second, 0, true)
		return nil
	}),
}

func exponentialBackoff(with string, uses []string, b wait.Backoff) subject {
	return subject{
		symbol:  pathWait + ".ExponentialBackoff",
		with:    with,
		uses:    uses,
		retrier: true,
		on:      option{pathWait + ".Backoff.Steps", 5},
		options: []options{{pathWait + ".Backoff.Steps", []int{-1, 0, 1}}},
		call: func(c *attempts.Call) error {
			return wait.ExponentialBackoff(steps(c, b), func() (bool, error) { return notYet(c) })
		},
	}
}

func poll(name, with string, call func(*attempts.Call) error) subject {
	aside := strings.HasPrefix(with, "a ") || strings.Contains(with, ", a ") || strings.Contains(with, "factor 1") || strings.Contains(with, "Cap:") || with == "1s, 0"
	return subject{symbol: pathWait + "." + name, with: with, aside: aside, retrier: true, call: call}
}
