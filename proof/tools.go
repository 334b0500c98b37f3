//go:build tools

package proof

// The client for Elasticsearch is read, but never compiled.
import _ "github.com/elastic/go-elasticsearch/v8"
