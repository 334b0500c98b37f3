package proof

import (
	"context"
	"net/http"
	"time"

	"cloud.google.com/go/storage"
	"github.com/googleapis/gax-go/v2"
	googleoption "google.golang.org/api/option"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/retrylint/retrylint/proof/attempts"
)

const (
	pathStorage = "cloud.google.com/go/storage"
	pathGax     = "github.com/googleapis/gax-go/v2"
)

var cloudStorage = library{
	name: "google-cloud-storage",
	subjects: []subject{
		storageCall("ObjectHandle.Attrs", "", nil, func(c *attempts.Call, o *storage.ObjectHandle) error {
			_, err := o.Attrs(c.Context)
			return err
		}),
		storageCall("ObjectHandle.NewReader", "", nil, func(c *attempts.Call, o *storage.ObjectHandle) error {
			r, err := o.NewReader(c.Context)
			if err == nil {
				r.Close()
			}
			return err
		}),
		storageCall("ObjectHandle.Delete", "", nil, func(c *attempts.Call, o *storage.ObjectHandle) error { return o.Delete(c.Context) }),
		storageCall("ObjectHandle.Delete", "Retryer(WithPolicy(RetryAlways))", []storage.RetryOption{storage.WithPolicy(storage.RetryAlways)},
			func(c *attempts.Call, o *storage.ObjectHandle) error { return o.Delete(c.Context) }),
		storageCall("ObjectHandle.NewWriter", "", nil, func(c *attempts.Call, o *storage.ObjectHandle) error {
			w := o.NewWriter(c.Context)
			w.Write([]byte("body"))
			return w.Close()
		}),
		storageCall("ObjectHandle.Attrs", "Retryer(WithMaxRetryDuration(time.Minute))", []storage.RetryOption{storage.WithMaxRetryDuration(time.Minute)},
			func(c *attempts.Call, o *storage.ObjectHandle) error {
				_, err := o.Attrs(c.Context)
				return err
			}),
	},
}

func storageCall(name, with string, set []storage.RetryOption, do func(*attempts.Call, *storage.ObjectHandle) error) subject {
	var values []options
	if name == "ObjectHandle.Attrs" || name == "ObjectHandle.NewReader" {
		values = []options{{pathStorage + ".WithMaxAttempts", []int{-1, 0, 1, 3}}}
	}
	return subject{
		symbol:  pathStorage + "." + name,
		with:    with,
		uses:    []string{pathStorage + ".NewClient"},
		timed:   with == "Retryer(WithMaxRetryDuration(time.Minute))",
		aside:   with != "",
		options: values,
		answer: func(w http.ResponseWriter, _ *http.Request, code int) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(code)
			if code == http.StatusOK {
				w.Write([]byte(`{"bucket":"bucket","name":"key"}`))
			}
		},
		call: func(c *attempts.Call) error {
			client, err := storage.NewClient(c.Context, googleoption.WithEndpoint(c.URL()+"/storage/v1/"), googleoption.WithHTTPClient(c.Client()))
			if err != nil {
				return err
			}
			defer client.Close()
			o := set
			if n, ok := c.Set(pathStorage + ".WithMaxAttempts"); ok {
				o = append(o[:len(o):len(o)], storage.WithMaxAttempts(n))
			}
			object := client.Bucket("bucket").Object("key")
			if o != nil {
				object = object.Retryer(o...)
			}
			return do(c, object)
		},
	}
}

var gaxGo = library{
	name: "gax-go",
	subjects: []subject{
		gaxInvoke("", nil),
		gaxInvoke("WithRetry(OnCodes Unavailable, Backoff{})", []string{pathGax + ".WithRetry", pathGax + ".OnCodes"}, gax.WithRetry(func() gax.Retryer {
			return gax.OnCodes([]codes.Code{codes.Unavailable}, gax.Backoff{})
		})),
		gaxInvoke("WithRetry(OnCodes NotFound, Backoff{})", nil, gax.WithRetry(func() gax.Retryer {
			return gax.OnCodes([]codes.Code{codes.NotFound}, gax.Backoff{})
		})),
		gaxInvoke("WithRetry(OnErrorFunc, Backoff{})", []string{pathGax + ".WithRetry", pathGax + ".OnErrorFunc"}, gax.WithRetry(func() gax.Retryer {
			return gax.OnErrorFunc(gax.Backoff{}, func(error) bool { return true })
		})),
	},
}

func gaxInvoke(with string, uses []string, o ...gax.CallOption) subject {
	return subject{
		symbol:  pathGax + ".Invoke",
		with:    with,
		uses:    uses,
		retrier: true,
		call: func(c *attempts.Call) error {
			return gax.Invoke(c.Context, func(context.Context, gax.CallSettings) error {
				if err := c.Fail(); err != nil {
					return status.Error(codes.Unavailable, err.Error())
				}
				return nil
			}, o...)
		},
	}
}
