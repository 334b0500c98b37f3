//go:build tools

package proof

// The client for Elasticsearch is read, but never compiled.
import _ "github.com/elastic/go-elasticsearch/v8"

// Stubs in the cases of rules stand for these, and are held against them.
import (
	_ "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
	_ "github.com/aws/aws-sdk-go-v2/config"
	_ "github.com/hashicorp/packer-plugin-sdk/retry"
)
