module retry4xx

go 1.26.0

require (
	github.com/avast/retry-go/v4 v4.7.0
	github.com/cenkalti/backoff/v4 v4.3.0
	github.com/cenkalti/backoff/v5 v5.0.3
	github.com/hashicorp/packer-plugin-sdk v0.6.10
	google.golang.org/grpc v1.85.0
	k8s.io/apimachinery v0.37.2
)

replace (
	github.com/avast/retry-go/v4 => ../../stubs/retry-go
	github.com/cenkalti/backoff/v4 => ../../stubs/backoff
	github.com/cenkalti/backoff/v5 => ../../stubs/backoff-v5
	github.com/hashicorp/packer-plugin-sdk => ../../stubs/packer-plugin-sdk
	google.golang.org/grpc => ../../stubs/grpc
	k8s.io/apimachinery => ../../stubs/apimachinery
)
