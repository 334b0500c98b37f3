package proof

import (
	"net/http"
	"strings"

	"github.com/retrylint/retrylint/proof/attempts"
)

// libraries are those whose attempts are counted.
var libraries = []library{
	avastRetryGo,
	awsSDKV1,
	awsSDKV2,
	azcore,
	cenkaltiBackoff,
	kubernetes,
	cloudStorage,
	consulAPI,
	etcdClient,
	failsafeGo,
	fasthttpClient,
	gaxGo,
	gobreakerGo,
	goElasticsearch,
	goKit,
	goOpenAI,
	goRedis,
	goResiliency,
	goRetryablehttp,
	goZero,
	grpcGo,
	grpcMiddleware,
	heimdallGo,
	jpilloraBackoff,
	lestrratBackoff,
	matryerTry,
	minioGo,
	mongoDriver,
	olivereElastic,
	otlpTraceHTTP,
	rehttpTransport,
	resty,
	rican7Retry,
	sethvargoGoRetry,
	slackGo,
	std,
	stripeGo,
	terraformRetry,
	vaultAPI,
}

// send sends a request with a body through an HTTP client.
func send(c *attempts.Call, client *http.Client) error {
	req, err := http.NewRequestWithContext(c.Context, c.Method, c.URL(), strings.NewReader("body"))
	if err != nil {
		return err
	}
	return closed(client.Do(req))
}

// closed closes the body of a response, if there is one: a client that never ran has
// none.
func closed(resp *http.Response, err error) error {
	if err == nil && resp != nil {
		resp.Body.Close()
	}
	return err
}
