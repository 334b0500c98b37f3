module freshtimeout

go 1.26.0

require (
	github.com/grpc-ecosystem/go-grpc-middleware/v2 v2.3.4
	google.golang.org/grpc v1.85.0
)

replace (
	github.com/grpc-ecosystem/go-grpc-middleware/v2 => ../../stubs/grpc-middleware
	google.golang.org/grpc => ../../stubs/grpc
)
