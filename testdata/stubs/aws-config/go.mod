module github.com/aws/aws-sdk-go-v2/config

go 1.24

require github.com/aws/aws-sdk-go-v2 v1.48.0
