package proof

import (
	"context"
	"fmt"
	"net"
	"strings"
	"time"

	grpcretry "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/proof/attempts"
)

const (
	pathGRPC      = "google.golang.org/grpc"
	pathGRPCRetry = "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
)

var grpcGo = library{
	name: "grpc",
	subjects: []subject{
		grpcInvoke("", nil, nil),
		grpcInvoke("WithDefaultServiceConfig with a retryPolicy of as many maxAttempts", nil, func(c *attempts.Call) []grpc.DialOption {
			n, ok := c.Set(pathGRPC + ".WithDefaultServiceConfig")
			if !ok {
				n = 4
			}
			return []grpc.DialOption{grpc.WithDefaultServiceConfig(retryPolicy(n))}
		}, options{pathGRPC + ".WithDefaultServiceConfig", []int{2, 3, 5, 10}}),
		grpcInvoke("WithDefaultServiceConfig with a retryPolicy of 10 maxAttempts", []string{pathGRPC + ".WithDefaultServiceConfig"}, func(c *attempts.Call) []grpc.DialOption {
			o := []grpc.DialOption{grpc.WithDefaultServiceConfig(retryPolicy(10))}
			if n, ok := c.Set(pathGRPC + ".WithMaxCallAttempts"); ok {
				o = append(o, grpc.WithMaxCallAttempts(n))
			}
			return o
		}, options{pathGRPC + ".WithMaxCallAttempts", []int{-1, 0, 3, 8}}),
		grpcInvoke("WithDefaultServiceConfig with a retryPolicy of 4 maxAttempts, WithDisableRetry", []string{pathGRPC + ".WithDisableRetry"}, func(*attempts.Call) []grpc.DialOption {
			return []grpc.DialOption{grpc.WithDefaultServiceConfig(retryPolicy(4)), grpc.WithDisableRetry()}
		}),
	},
}

// retryPolicy is a service config with a retryPolicy for all methods.
func retryPolicy(maxAttempts int) string {
	return fmt.Sprintf(`{"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":%d,"initialBackoff":"0.1s","maxBackoff":"1s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]}`, maxAttempts)
}

// grpcFaults are all codes but OK.
func grpcFaults() []attempts.Fault {
	var faults []attempts.Fault
	for code := codes.Canceled; code <= codes.Unauthenticated; code++ {
		faults = append(faults, attempts.Status(int(code)))
	}
	return faults
}

// grpcServer answers every call with the code of the fault.
func grpcServer(f attempts.Fault) attempts.Server {
	return func(c *attempts.Call, l net.Listener) func() {
		server := grpc.NewServer(grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
			if c.Attempt() {
				return status.Error(codes.Code(f.Status), "failed")
			}
			return stream.SendMsg(&emptypb.Empty{})
		}))
		go server.Serve(l)
		return server.Stop
	}
}

func grpcInvoke(with string, uses []string, set func(*attempts.Call) []grpc.DialOption, values ...options) subject {
	s := subject{
		symbol:  pathGRPC + ".ClientConn.Invoke",
		with:    with,
		uses:    uses,
		aside:   with != "" && uses == nil,
		codes:   true,
		faults:  grpcFaults(),
		server:  grpcServer,
		options: values,
		call:    func(c *attempts.Call) error { return invoke(c, set) },
	}
	if strings.HasSuffix(with, "of 10 maxAttempts") {
		s.given = catalog.Attempts(5) // which is the most, unless WithMaxCallAttempts says otherwise
	}
	return s
}

func invoke(c *attempts.Call, set func(*attempts.Call) []grpc.DialOption) error {
	o := []grpc.DialOption{
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, address string) (net.Conn, error) { return c.Dial(ctx, "tcp", address) }),
	}
	if set != nil {
		o = append(o, set(c)...)
	}
	conn, err := grpc.NewClient("passthrough:///"+c.Address, o...)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Invoke(c.Context, "/service/Method", &emptypb.Empty{}, &emptypb.Empty{})
}

var grpcMiddleware = library{
	name: "go-grpc-middleware",
	subjects: []subject{
		grpcInterceptor("", nil),
		grpcInterceptor("WithBackoff(BackoffLinear(time.Second))", []string{pathGRPCRetry + ".WithBackoff", pathGRPCRetry + ".BackoffLinear"}, grpcretry.WithBackoff(grpcretry.BackoffLinear(time.Second))),
		grpcInterceptor("WithBackoff(BackoffExponential(time.Second))", []string{pathGRPCRetry + ".WithBackoff", pathGRPCRetry + ".BackoffExponential"}, grpcretry.WithBackoff(grpcretry.BackoffExponential(time.Second))),
		grpcInterceptor("WithBackoff(BackoffLinearWithJitter(time.Second, 0.1))", []string{pathGRPCRetry + ".WithBackoff", pathGRPCRetry + ".BackoffLinearWithJitter"}, grpcretry.WithBackoff(grpcretry.BackoffLinearWithJitter(time.Second, 0.1))),
		grpcInterceptor("WithBackoff(BackoffExponentialWithJitter(time.Second, 0.1))", []string{pathGRPCRetry + ".WithBackoff", pathGRPCRetry + ".BackoffExponentialWithJitter"}, grpcretry.WithBackoff(grpcretry.BackoffExponentialWithJitter(time.Second, 0.1))),
		grpcInterceptor("WithCodes(codes.NotFound)", []string{pathGRPCRetry + ".WithCodes"}, grpcretry.WithCodes(codes.NotFound)),
	},
}

func grpcInterceptor(with string, uses []string, o ...grpcretry.CallOption) subject {
	return subject{
		symbol:  pathGRPCRetry + ".UnaryClientInterceptor",
		with:    with,
		uses:    uses,
		codes:   true,
		faults:  grpcFaults(),
		server:  grpcServer,
		on:      option{pathGRPCRetry + ".WithMax", 3},
		options: []options{{pathGRPCRetry + ".WithMax", []int{0, 1, 5}}},
		call: func(c *attempts.Call) error {
			return invoke(c, func(c *attempts.Call) []grpc.DialOption {
				o := o
				if n, ok := c.Set(pathGRPCRetry + ".WithMax"); ok {
					o = append(o[:len(o):len(o)], grpcretry.WithMax(uint(n)))
				}
				return []grpc.DialOption{grpc.WithUnaryInterceptor(grpcretry.UnaryClientInterceptor(o...))}
			})
		},
	}
}
