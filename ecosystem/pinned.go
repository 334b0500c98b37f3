// Package ecosystem runs the tool over real modules. Their versions are pinned in
// go.mod, and what is found in them stands in expected, so that a change of the
// model shows what it does to code that people wrote.
package ecosystem

// The modules, so that go mod tidy keeps them.
import (
	_ "github.com/lib/pq"
	_ "github.com/minio/minio-go/v7"
	_ "github.com/redis/go-redis/v9"
)
