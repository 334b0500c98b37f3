package proof

import (
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/retrylint/retrylint/proof/attempts"
)

const pathMinio = "github.com/minio/minio-go/v7"

var minioGo = library{
	name: "minio-go",
	subjects: []subject{
		minioCall("StatObject", func(c *attempts.Call, client *minio.Client) error {
			_, err := client.StatObject(c.Context, "bucket", "key", minio.StatObjectOptions{})
			return err
		}),
		minioCall("PutObject", func(c *attempts.Call, client *minio.Client) error {
			_, err := client.PutObject(c.Context, "bucket", "key", strings.NewReader("body"), 4, minio.PutObjectOptions{})
			return err
		}),
	},
}

func minioCall(name string, do func(*attempts.Call, *minio.Client) error) subject {
	return subject{
		symbol:  pathMinio + ".Client." + name,
		uses:    []string{pathMinio + ".New"},
		options: []options{{pathMinio + ".Options.MaxRetries", []int{-1, 0, 1, 3}}},
		call: func(c *attempts.Call) error {
			o := &minio.Options{
				Creds:     credentials.NewStaticV4("id", "secret", ""),
				Region:    "us-east-1",
				Transport: c.Transport(),
			}
			if n, ok := c.Set(pathMinio + ".Options.MaxRetries"); ok {
				o.MaxRetries = n
			}
			client, err := minio.New(c.Address, o)
			if err != nil {
				return err
			}
			return do(c, client)
		},
	}
}
