package proof

import (
	"bytes"
	"net"
	"net/http"
	"time"

	"github.com/PuerkitoBio/rehttp"
	"github.com/gojek/heimdall/v7"
	"github.com/gojek/heimdall/v7/httpclient"
	"github.com/valyala/fasthttp"

	"github.com/retrylint/retrylint/proof/attempts"
)

const (
	pathHeimdall = "github.com/gojek/heimdall/v7"
	pathFasthttp = "github.com/valyala/fasthttp"
	pathRehttp   = "github.com/PuerkitoBio/rehttp"
)

var heimdallGo = library{
	name: "heimdall",
	subjects: []subject{
		heimdallDo("", nil),
		heimdallDo("WithRetrier(NewNoRetrier())", []string{"/httpclient.WithRetrier", ".NewNoRetrier"}, httpclient.WithRetrier(heimdall.NewNoRetrier())),
		heimdallDo("WithRetrier(NewRetrier(NewConstantBackoff(time.Second, 0)))", []string{"/httpclient.WithRetrier", ".NewRetrier", ".NewConstantBackoff"}, httpclient.WithRetrier(heimdall.NewRetrier(heimdall.NewConstantBackoff(time.Second, 0)))),
		heimdallDo("WithRetrier(NewRetrier(NewConstantBackoff(time.Second, time.Second)))", nil, httpclient.WithRetrier(heimdall.NewRetrier(heimdall.NewConstantBackoff(time.Second, time.Second)))),
		heimdallDo("WithRetrier(NewRetrier(NewExponentialBackoff(time.Second, 3*time.Second, 2, 0)))", []string{"/httpclient.WithRetrier", ".NewRetrier", ".NewExponentialBackoff"}, httpclient.WithRetrier(heimdall.NewRetrier(heimdall.NewExponentialBackoff(time.Second, 3*time.Second, 2, 0)))),
	},
}

func heimdallDo(with string, uses []string, o ...httpclient.Option) subject {
	symbols := []string{pathHeimdall + "/httpclient.NewClient"}
	for _, name := range uses {
		symbols = append(symbols, pathHeimdall+name)
	}
	return subject{
		symbol:  pathHeimdall + "/httpclient.Client.Do",
		with:    with,
		uses:    symbols,
		aside:   with != "" && uses == nil,
		methods: getAndPost,
		on:      option{pathHeimdall + "/httpclient.WithRetryCount", 3},
		options: []options{{pathHeimdall + "/httpclient.WithRetryCount", []int{-1, 0, 1}}},
		call: func(c *attempts.Call) error {
			o := append(o[:len(o):len(o)], httpclient.WithHTTPClient(c.Client()))
			if n, ok := c.Set(pathHeimdall + "/httpclient.WithRetryCount"); ok {
				o = append(o, httpclient.WithRetryCount(n))
			}
			req, err := http.NewRequestWithContext(c.Context, c.Method, c.URL(), bytes.NewReader([]byte("body")))
			if err != nil {
				return err
			}
			return closed(httpclient.NewClient(o...).Do(req))
		},
	}
}

var fasthttpClient = library{
	name: "fasthttp",
	subjects: []subject{{
		symbol:  pathFasthttp + ".Client.Do",
		methods: getAndPost,
		options: []options{{pathFasthttp + ".Client.MaxIdemponentCallAttempts", []int{-1, 0, 1, 3}}},
		call: func(c *attempts.Call) error {
			client := &fasthttp.Client{DialTimeout: func(address string, _ time.Duration) (net.Conn, error) {
				return c.Dial(c.Context, "tcp", address)
			}}
			defer client.CloseIdleConnections()
			if n, ok := c.Set(pathFasthttp + ".Client.MaxIdemponentCallAttempts"); ok {
				client.MaxIdemponentCallAttempts = n
			}
			req, resp := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
			req.SetRequestURI(c.URL())
			req.Header.SetMethod(c.Method)
			if c.Method == http.MethodPost {
				req.SetBodyString("body")
			}
			return client.Do(req, resp)
		},
	}},
}

var rehttpTransport = library{
	name: "rehttp",
	subjects: []subject{
		rehttpSend("RetryAll(RetryStatuses(503), RetryMaxRetries(5)), ConstDelay(time.Second)", "ConstDelay", rehttp.RetryAll, rehttp.RetryStatuses(503), rehttp.ConstDelay(time.Second)),
		rehttpSend("RetryAny(RetryStatuses(503), RetryMaxRetries(5)), ConstDelay(time.Second)", "", rehttp.RetryAny, rehttp.RetryStatuses(503), rehttp.ConstDelay(time.Second)),
		rehttpSend("RetryAll(RetryTemporaryErr(), RetryMaxRetries(5)), ConstDelay(time.Second)", "", rehttp.RetryAll, rehttp.RetryTemporaryErr(), rehttp.ConstDelay(time.Second)),
		rehttpSend("RetryAll(RetryStatusInterval(400, 600), RetryMaxRetries(5)), ExpJitterDelay(time.Second, 10*time.Second)", "ExpJitterDelay", rehttp.RetryAll, rehttp.RetryStatusInterval(400, 600), rehttp.ExpJitterDelay(time.Second, 10*time.Second)),
	},
}

func rehttpSend(with, delayed string, join func(...rehttp.RetryFn) rehttp.RetryFn, retry rehttp.RetryFn, delay rehttp.DelayFn) subject {
	s := subject{
		symbol:  pathRehttp + ".NewTransport",
		with:    with,
		aside:   delayed == "",
		uses:    []string{pathRehttp + ".RetryAll", pathRehttp + "." + delayed},
		methods: getAndPost,
		options: []options{{pathRehttp + ".RetryMaxRetries", []int{-1, 0, 1, 3}}},
		call: func(c *attempts.Call) error {
			n := 5
			if v, ok := c.Set(pathRehttp + ".RetryMaxRetries"); ok {
				n = v
			}
			return send(c, &http.Client{Transport: rehttp.NewTransport(c.Transport(), join(retry, rehttp.RetryMaxRetries(n)), delay)})
		},
	}
	if s.aside {
		s.uses = nil
	}
	return s
}
