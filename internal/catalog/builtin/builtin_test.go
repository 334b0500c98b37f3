package builtin_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/catalog/builtin"
)

var place = regexp.MustCompile(`^[^@\s]+@[^/\s]+/\S+\.go:[1-9][0-9]*$`)

// Whoever doubts an entry finds the place it was taken from.
func TestSources(t *testing.T) {
	for _, l := range builtin.Catalog().Libraries() {
		assert.NotEmpty(t, l.About, l.Name)
		assert.NotEmpty(t, l.Modules, l.Name)
		check := func(what string, f catalog.Fact) {
			assert.Regexp(t, place, f.Source, "%s: %s", l.Name, what)
		}
		for _, x := range l.Retriers {
			check(x.Symbols[0].Name, x.Fact)
		}
		for _, x := range l.Clients {
			check(x.Name, x.Fact)
		}
		for _, x := range l.Settings {
			check(x.Symbols[0].Name, x.Fact)
		}
		for _, x := range l.Backoffs {
			check(x.Symbols[0].Name, x.Fact)
		}
		for _, x := range l.Policies {
			check(x.Symbols[0].Name, x.Fact)
		}
		for _, x := range l.Marks {
			check(x.Symbols[0].Name, x.Fact)
		}
		for _, x := range l.Errors {
			check(x.Name, x.Fact)
		}
		for _, x := range l.Guards {
			check(x.Symbols[0].Name, x.Fact)
		}
	}
}

// A client whose retries are on says how to turn them off, unless nothing does.
func TestOff(t *testing.T) {
	cannot := map[string]bool{
		"client.Client":   true, // Temporal
		"redis.Conn":      true,
		"kafka.Reader":    true,
		"gax client":      true,
		"session.Session": true, // AWS: its clients say it
		"api.Lock":        true, // Consul
	}
	for _, l := range builtin.Catalog().Libraries() {
		for i := range l.Clients {
			c := &l.Clients[i]
			if b := l.ClientAttempts(c); !b.Once() && !cannot[c.Name] {
				assert.NotEmpty(t, c.Off, "%s: %s makes %s attempts", l.Name, c.Name, b)
			}
		}
	}
}

// The traps of libraries, as they are found through the catalogue.
func TestDefaults(t *testing.T) {
	cat := builtin.Catalog()
	for _, test := range []struct {
		pkg, name string
		value     int64
		want      catalog.Bound
	}{
		{"github.com/redis/go-redis/v9", "Options.MaxRetries", 0, catalog.Attempts(4)},
		{"github.com/redis/go-redis/v9", "Options.MaxRetries", -1, catalog.Attempts(1)},
		{"github.com/redis/go-redis/v9", "ClusterOptions.MaxRetries", 0, catalog.Attempts(1)},
		{"github.com/aws/aws-sdk-go-v2/service/sqs", "Options.RetryMaxAttempts", 0, catalog.Bound{Kind: catalog.ByDefault}},
		{"github.com/aws/aws-sdk-go-v2/service/sqs", "Options.RetryMaxAttempts", 1, catalog.Attempts(1)},
		{"github.com/aws/aws-sdk-go-v2/aws/retry", "AddWithMaxAttempts", 0, catalog.Bound{Kind: catalog.Unlimited}},
		{"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy", "RetryOptions.MaxRetries", 0, catalog.Attempts(4)},
		{"github.com/hashicorp/go-retryablehttp", "Client.RetryMax", 0, catalog.Attempts(1)},
		{"github.com/avast/retry-go/v4", "Attempts", 0, catalog.Bound{Kind: catalog.Unlimited}},
		{"github.com/Rican7/retry/strategy", "Limit", 0, catalog.Attempts(0)},
		{"github.com/failsafe-go/failsafe-go/retrypolicy", "Builder.WithMaxAttempts", 0, catalog.Bound{Kind: catalog.Unlimited}},
		{"github.com/minio/minio-go/v7", "Options.MaxRetries", 3, catalog.Attempts(3)},
		{"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry", "WithMax", 3, catalog.Attempts(3)},
		{"github.com/openai/openai-go/v3/option", "WithMaxRetries", 3, catalog.Attempts(4)},
		// The number changed its meaning between the versions.
		{"github.com/cenkalti/backoff/v4", "WithMaxRetries", 3, catalog.Attempts(4)},
		{"github.com/cenkalti/backoff/v5", "WithMaxTries", 3, catalog.Attempts(3)},
		{"github.com/cenkalti/backoff/v3", "WithMaxRetries", 0, catalog.Bound{Kind: catalog.Unlimited}},
		{"github.com/cenkalti/backoff/v4", "WithMaxRetries", 0, catalog.Attempts(1)},
		{"github.com/avast/retry-go/v3", "Attempts", 0, catalog.Attempts(0)},
	} {
		e := cat.Package(test.pkg, "").Name(test.name)
		require.NotNil(t, e, "%s.%s", test.pkg, test.name)
		require.NotEmpty(t, e.Settings)
		assert.Equal(t, test.want, e.Settings[0].AttemptsOf(test.value), "%s.%s %d", test.pkg, test.name, test.value)
	}
}

// DynamoDB makes an attempt more from a version on.
func TestVersionOfDynamoDB(t *testing.T) {
	const path = "github.com/aws/aws-sdk-go-v2/service/dynamodb"
	for version, want := range map[string]catalog.Bound{"v1.73.2": catalog.Attempts(3), "v1.74.0": catalog.Attempts(4)} {
		made := builtin.Catalog().Package(path, version).Name("NewFromConfig").Makes
		require.Len(t, made, 1)
		assert.Equal(t, want, made[0].Library.ClientAttempts(made[0].Client), version)
	}
}

func BenchmarkMiss(b *testing.B) {
	cat := builtin.Catalog()
	for b.Loop() {
		if cat.Knows("github.com/example/service/internal/orders") {
			b.Fatal("known")
		}
	}
}

func BenchmarkFirstLookup(b *testing.B) {
	for b.Loop() {
		cat := builtin.Catalog().Extend(nil, nil)
		if cat.Package("github.com/redis/go-redis/v9", "v9.7.0").Name("Options.MaxRetries") == nil {
			b.Fatal("unknown")
		}
	}
}
