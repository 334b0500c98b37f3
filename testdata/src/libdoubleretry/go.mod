module libdoubleretry

go 1.24

require (
	github.com/Azure/azure-sdk-for-go/sdk/azcore v1.24.0
	github.com/Azure/azure-sdk-for-go/sdk/storage/azblob v1.8.0
	github.com/avast/retry-go/v4 v4.7.0
	github.com/aws/aws-sdk-go-v2 v1.48.0
	github.com/aws/aws-sdk-go-v2/config v1.33.18
	github.com/aws/aws-sdk-go-v2/service/s3 v1.114.10
	github.com/cenkalti/backoff/v4 v4.3.0
	github.com/grpc-ecosystem/go-grpc-middleware/v2 v2.3.4
	github.com/hashicorp/go-retryablehttp v0.7.8
	github.com/redis/go-redis/v9 v9.7.0
	google.golang.org/grpc v1.85.0
)

replace (
	github.com/Azure/azure-sdk-for-go/sdk/azcore => ../../stubs/azcore
	github.com/Azure/azure-sdk-for-go/sdk/storage/azblob => ../../stubs/azblob
	github.com/avast/retry-go/v4 => ../../stubs/retry-go
	github.com/aws/aws-sdk-go-v2 => ../../stubs/aws-sdk-go-v2
	github.com/aws/aws-sdk-go-v2/config => ../../stubs/aws-config
	github.com/aws/aws-sdk-go-v2/service/s3 => ../../stubs/aws-s3
	github.com/cenkalti/backoff/v4 => ../../stubs/backoff
	github.com/grpc-ecosystem/go-grpc-middleware/v2 => ../../stubs/grpc-middleware
	github.com/hashicorp/go-retryablehttp => ../../stubs/retryablehttp
	github.com/redis/go-redis/v9 => ../../stubs/go-redis
	google.golang.org/grpc => ../../stubs/grpc
)
