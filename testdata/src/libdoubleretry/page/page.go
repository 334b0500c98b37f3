// Package page holds the examples of the rule's page.
package page

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/redis/go-redis/v9"
)

func flaggedDefault(ctx context.Context, addr, key string) (value string, err error) {
	rdb := redis.NewClient(&redis.Options{Addr: addr})
	for range 3 { // want `^3 attempts here × 4 in go-redis `
		if value, err = rdb.Get(ctx, key).Result(); err == nil {
			return value, nil
		}
		time.Sleep(time.Duration(rand.Int64N(int64(time.Second))))
	}
	return "", err
}

func flaggedZero(ctx context.Context, cfg aws.Config, in *s3.HeadObjectInput) (err error) {
	client := s3.NewFromConfig(cfg, func(o *s3.Options) { o.RetryMaxAttempts = 0 })
	for range 5 { // want `^5 attempts here × 3 in aws-sdk-go-v2 .RetryMaxAttempts = 0 at page.go:\d+, which means the default`
		if _, err = client.HeadObject(ctx, in); err == nil {
			return nil
		}
		time.Sleep(time.Duration(rand.Int64N(int64(time.Second))))
	}
	return err
}

func acceptedOff(ctx context.Context, addr, key string) (value string, err error) {
	rdb := redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1})
	for range 3 {
		if value, err = rdb.Get(ctx, key).Result(); err == nil {
			return value, nil
		}
		time.Sleep(time.Duration(rand.Int64N(int64(time.Second))))
	}
	return "", err
}

func acceptedDisjoint(ctx context.Context, client *s3.Client, in *s3.HeadObjectInput) (err error) {
	for range 5 {
		if _, err = client.HeadObject(ctx, in); err == nil || !strings.Contains(err.Error(), "NoSuchBucket") {
			return err
		}
		time.Sleep(time.Duration(rand.Int64N(int64(time.Second))))
	}
	return err
}
