package proof

import (
	consul "github.com/hashicorp/consul/api"
	olivere "github.com/olivere/elastic/v7"
	sashabaranov "github.com/sashabaranov/go-openai"
	"github.com/slack-go/slack"

	"github.com/retrylint/retrylint/proof/attempts"
)

const (
	pathSlack        = "github.com/slack-go/slack"
	pathOlivere      = "github.com/olivere/elastic/v7"
	pathConsul       = "github.com/hashicorp/consul/api"
	pathSashabaranov = "github.com/sashabaranov/go-openai"
)

var slackGo = library{
	name: "slack-go",
	subjects: []subject{{
		symbol:  pathSlack + ".Client.AuthTestContext",
		uses:    []string{pathSlack + ".New"},
		on:      option{pathSlack + ".OptionRetry", 3},
		options: []options{{pathSlack + ".OptionRetry", []int{-1, 0, 1}}},
		answer:  attempts.JSON(`{"ok":true}`),
		call: func(c *attempts.Call) error {
			o := []slack.Option{slack.OptionAPIURL(c.URL() + "/"), slack.OptionHTTPClient(c.Client())}
			if n, ok := c.Set(pathSlack + ".OptionRetry"); ok {
				o = append(o, slack.OptionRetry(n))
			}
			_, err := slack.New("token", o...).AuthTestContext(c.Context)
			return err
		},
	}},
}

var olivereElastic = library{
	name: "elastic-olivere",
	subjects: []subject{
		olivereSearch("", nil),
		olivereSearch("SetRetrier(NewBackoffRetrier(NewSimpleBackoff(100, 200, 300)))", []string{pathOlivere + ".SetRetrier", pathOlivere + ".NewBackoffRetrier", pathOlivere + ".NewSimpleBackoff"}, olivere.SetRetrier(olivere.NewBackoffRetrier(olivere.NewSimpleBackoff(100, 200, 300)))),
		olivereSearch("SetRetrier(NewBackoffRetrier(NewSimpleBackoff(100, 200, 300))), SetRetryStatusCodes(429, 503)", []string{pathOlivere + ".SetRetrier", pathOlivere + ".NewBackoffRetrier", pathOlivere + ".NewSimpleBackoff", pathOlivere + ".SetRetryStatusCodes"},
			olivere.SetRetrier(olivere.NewBackoffRetrier(olivere.NewSimpleBackoff(100, 200, 300))), olivere.SetRetryStatusCodes(429, 503)),
		olivereSearch("SetRetryStatusCodes(429, 503)", []string{pathOlivere + ".SetRetryStatusCodes"}, olivere.SetRetryStatusCodes(429, 503)),
	},
}

func olivereSearch(with string, uses []string, o ...olivere.ClientOptionFunc) subject {
	return subject{
		symbol:  pathOlivere + ".Client.PerformRequest",
		with:    with,
		uses:    uses,
		methods: getAndPost,
		call: func(c *attempts.Call) error {
			o := append(o[:len(o):len(o)], olivere.SetURL(c.URL()), olivere.SetSniff(false), olivere.SetHealthcheck(false), olivere.SetHttpClient(c.Client()))
			client, err := olivere.NewClient(o...)
			if err != nil {
				return err
			}
			defer client.Stop()
			_, err = client.PerformRequest(c.Context, olivere.PerformRequestOptions{Method: c.Method, Path: "/_search", Body: "{}"})
			return err
		},
	}
}

var consulAPI = library{
	name: "consul",
	subjects: []subject{{
		symbol: pathConsul + ".KV.Get",
		uses:   []string{pathConsul + ".NewClient"},
		call: func(c *attempts.Call) error {
			client, err := consul.NewClient(&consul.Config{Address: c.Address, HttpClient: c.Client()})
			if err != nil {
				return err
			}
			_, _, err = client.KV().Get("key", (&consul.QueryOptions{}).WithContext(c.Context))
			return err
		},
	}},
}

var goOpenAI = library{
	name: "go-openai",
	subjects: []subject{{
		symbol: pathSashabaranov + ".Client.ListModels",
		uses:   []string{pathSashabaranov + ".NewClientWithConfig"},
		call: func(c *attempts.Call) error {
			cfg := sashabaranov.DefaultConfig("token")
			cfg.BaseURL = c.URL()
			cfg.HTTPClient = c.Client()
			_, err := sashabaranov.NewClientWithConfig(cfg).ListModels(c.Context)
			return err
		},
	}},
}
