module github.com/hashicorp/go-retryablehttp

go 1.24
