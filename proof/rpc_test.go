package proof

import (
	"context"
	"net"
	"time"

	etcd "go.etcd.io/etcd/client/v3"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.uber.org/zap"
	"google.golang.org/grpc"

	"github.com/retrylint/retrylint/proof/attempts"
)

const (
	pathEtcd     = "go.etcd.io/etcd/client/v3"
	pathOTLP     = "go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	pathOTLPHTTP = "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
)

var etcdClient = library{
	name: "etcd",
	subjects: []subject{
		etcdCall("KV.Get", func(c *attempts.Call, client *etcd.Client) error {
			_, err := client.Get(c.Context, "key")
			return err
		}),
		etcdCall("KV.Put", func(c *attempts.Call, client *etcd.Client) error {
			_, err := client.Put(c.Context, "key", "value")
			return err
		}),
	},
}

func etcdCall(name string, do func(*attempts.Call, *etcd.Client) error) subject {
	return subject{
		symbol:  pathEtcd + "." + name,
		uses:    []string{pathEtcd + ".New"},
		codes:   true,
		faults:  grpcFaults(),
		server:  grpcServer,
		options: []options{{pathEtcd + ".Config.MaxUnaryRetries", []int{0, 1, 3}}},
		call: func(c *attempts.Call) error {
			cfg := etcd.Config{
				Endpoints: []string{c.Address},
				Context:   c.Context,
				Logger:    zap.NewNop(),
				DialOptions: []grpc.DialOption{grpc.WithContextDialer(func(ctx context.Context, address string) (net.Conn, error) {
					return c.Dial(ctx, "tcp", address)
				})},
			}
			if n, ok := c.Set(pathEtcd + ".Config.MaxUnaryRetries"); ok {
				cfg.MaxUnaryRetries = uint(n)
			}
			client, err := etcd.New(cfg)
			if err != nil {
				return err
			}
			defer client.Close()
			return do(c, client)
		},
	}
}

var otlpTraceHTTP = library{
	name: "otlp-exporters",
	subjects: []subject{
		otlpExport("", nil, true),
		otlpExport("WithRetry(RetryConfig{})", []string{pathOTLPHTTP + ".WithRetry", pathOTLPHTTP + ".RetryConfig.Enabled=false"}, false, otlptracehttp.WithRetry(otlptracehttp.RetryConfig{})),
		otlpExport("WithRetry(RetryConfig{Enabled: true}) without a bound on time", nil, false, otlptracehttp.WithRetry(otlptracehttp.RetryConfig{Enabled: true, InitialInterval: time.Second, MaxInterval: time.Minute})),
	},
}

func otlpExport(with string, uses []string, timed bool, o ...otlptracehttp.Option) subject {
	return subject{
		symbol: pathOTLP + ".Exporter.ExportSpans",
		with:   with,
		uses:   append([]string{pathOTLPHTTP + ".New"}, uses...),
		aside:  with != "" && uses == nil,
		timed:  timed,
		call: func(c *attempts.Call) error {
			o := append(o[:len(o):len(o)], otlptracehttp.WithEndpointURL(c.URL()), otlptracehttp.WithHTTPClient(c.Client()))
			exporter, err := otlptracehttp.New(c.Context, o...)
			if err != nil {
				return err
			}
			defer exporter.Shutdown(context.Background())
			return exporter.ExportSpans(c.Context, tracetest.SpanStubs{{Name: "span"}}.Snapshots())
		},
	}
}
