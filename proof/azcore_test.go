package proof

import (
	"net/http"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"

	"github.com/retrylint/retrylint/proof/attempts"
)

const pathAzcore = "github.com/Azure/azure-sdk-for-go/sdk/azcore"

var azcore = library{
	name: "azcore",
	subjects: []subject{
		azPipeline("", nil, func(*policy.RetryOptions) {}),
		azPipeline("RetryOptions{StatusCodes: []int{}}", []string{pathAzcore + "/policy.RetryOptions.StatusCodes"}, func(o *policy.RetryOptions) { o.StatusCodes = []int{} }),
	},
}

func azPipeline(with string, uses []string, set func(*policy.RetryOptions)) subject {
	return subject{
		symbol:  pathAzcore + "/internal/exported.Pipeline.Do",
		with:    with,
		uses:    uses,
		options: []options{{pathAzcore + "/policy.RetryOptions.MaxRetries", []int{-1, 0, 1, 5}}},
		methods: getAndPost,
		call: func(c *attempts.Call) error {
			o := policy.ClientOptions{Transport: c.Client()}
			set(&o.Retry)
			if n, ok := c.Set(pathAzcore + "/policy.RetryOptions.MaxRetries"); ok {
				o.Retry.MaxRetries = int32(n)
			}
			pipeline := runtime.NewPipeline("proof", "v1", runtime.PipelineOptions{}, &o)
			req, err := runtime.NewRequest(c.Context, c.Method, c.URL())
			if err != nil {
				return err
			}
			if c.Method == http.MethodPost {
				if err := req.SetBody(streaming.NopCloser(strings.NewReader("body")), "text/plain"); err != nil {
					return err
				}
			}
			return closed(pipeline.Do(req))
		},
	}
}
