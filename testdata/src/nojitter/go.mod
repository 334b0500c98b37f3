module nojitter

go 1.26

require (
	github.com/avast/retry-go/v4 v4.7.0
	github.com/cenkalti/backoff/v4 v4.3.0
	github.com/grpc-ecosystem/go-grpc-middleware/v2 v2.3.4
	github.com/hashicorp/go-retryablehttp v0.7.8
	github.com/sethvargo/go-retry v0.3.0
	google.golang.org/grpc v1.85.0
	k8s.io/apimachinery v0.37.2
)

replace (
	github.com/avast/retry-go/v4 => ../../stubs/retry-go
	github.com/cenkalti/backoff/v4 => ../../stubs/backoff
	github.com/grpc-ecosystem/go-grpc-middleware/v2 => ../../stubs/grpc-middleware
	github.com/hashicorp/go-retryablehttp => ../../stubs/retryablehttp
	github.com/sethvargo/go-retry => ../../stubs/go-retry
	google.golang.org/grpc => ../../stubs/grpc
	k8s.io/apimachinery => ../../stubs/apimachinery
)
