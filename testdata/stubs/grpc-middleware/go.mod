module github.com/grpc-ecosystem/go-grpc-middleware/v2

go 1.24

require google.golang.org/grpc v1.85.0
