package proof

import (
	"net/http"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	awsv1 "github.com/aws/aws-sdk-go/aws"
	credentialsv1 "github.com/aws/aws-sdk-go/aws/credentials"
	"github.com/aws/aws-sdk-go/aws/session"
	dynamodbv1 "github.com/aws/aws-sdk-go/service/dynamodb"
	"github.com/aws/aws-sdk-go/service/sqs"

	"github.com/retrylint/retrylint/proof/attempts"
)

const (
	pathAWS         = "github.com/aws/aws-sdk-go-v2"
	pathAWSS3       = "github.com/aws/aws-sdk-go-v2/service/s3"
	pathAWSDynamoDB = "github.com/aws/aws-sdk-go-v2/service/dynamodb"
	pathAWSV1       = "github.com/aws/aws-sdk-go"
)

var awsSDKV2 = library{
	name: "aws-sdk-go-v2",
	subjects: []subject{
		awsS3("GetObject", nil, func(c *attempts.Call, client *s3.Client) error {
			_, err := client.GetObject(c.Context, &s3.GetObjectInput{Bucket: aws.String("bucket"), Key: aws.String("key")})
			return err
		}),
		awsS3("PutObject", nil, func(c *attempts.Call, client *s3.Client) error {
			_, err := client.PutObject(c.Context, &s3.PutObjectInput{Bucket: aws.String("bucket"), Key: aws.String("key"), Body: strings.NewReader("body")})
			return err
		}),
		awsS3("GetObject", s3Error, func(c *attempts.Call, client *s3.Client) error {
			_, err := client.GetObject(c.Context, &s3.GetObjectInput{Bucket: aws.String("bucket"), Key: aws.String("key")})
			return err
		}),
		awsDynamoDB("", nil, nil, func(*aws.Config, *dynamodb.Options) {}),
		awsDynamoDB("", nil, attempts.JSON(`{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException","message":"failed"}`), func(*aws.Config, *dynamodb.Options) {}),
		awsDynamoDB("Retryer: aws.NopRetryer{}", []string{pathAWSDynamoDB + ".Options.Retryer", pathAWS + "/aws.NopRetryer"}, nil, func(_ *aws.Config, o *dynamodb.Options) { o.Retryer = aws.NopRetryer{} }),
		awsDynamoDB("Retryer: retry.NewStandard()", []string{pathAWSDynamoDB + ".Options.Retryer", pathAWS + "/aws/retry.NewStandard"}, nil, func(_ *aws.Config, o *dynamodb.Options) { o.Retryer = retry.NewStandard() }),
		awsDynamoDB("Retryer: retry.NewAdaptiveMode()", []string{pathAWSDynamoDB + ".Options.Retryer", pathAWS + "/aws/retry.NewAdaptiveMode"}, nil, func(_ *aws.Config, o *dynamodb.Options) { o.Retryer = retry.NewAdaptiveMode() }),
		awsDynamoDB("Config.Retryer: retry.NewStandard", []string{pathAWS + "/aws.Config.Retryer", pathAWS + "/aws/retry.NewStandard"}, nil, func(c *aws.Config, _ *dynamodb.Options) {
			c.Retryer = func() aws.Retryer { return retry.NewStandard() }
		}),
	},
}

// s3Error answers as S3 does when it is slow.
func s3Error(w http.ResponseWriter, _ *http.Request, status int) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	if status != http.StatusOK {
		w.Write([]byte(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>failed</Message></Error>`))
	}
}

func awsConfig(c *attempts.Call) aws.Config {
	return aws.Config{
		Region:       "us-east-1",
		Credentials:  credentials.NewStaticCredentialsProvider("id", "secret", ""),
		HTTPClient:   c.Client(),
		BaseEndpoint: aws.String(c.URL()),
	}
}

func awsS3(call string, answer attempts.Answer, do func(*attempts.Call, *s3.Client) error) subject {
	s := subject{
		symbol: pathAWSS3 + ".Client." + call,
		uses:   []string{pathAWSS3 + ".NewFromConfig"},
		answer: answer,
		options: []options{
			{pathAWS + "/aws.Config.RetryMaxAttempts", []int{-1, 0, 1, 5}},
			{pathAWSS3 + ".Options.RetryMaxAttempts", []int{-1, 0, 1, 5}},
		},
		call: func(c *attempts.Call) error {
			cfg := awsConfig(c)
			if n, ok := c.Set(pathAWS + "/aws.Config.RetryMaxAttempts"); ok {
				cfg.RetryMaxAttempts = n
			}
			return do(c, s3.NewFromConfig(cfg, func(o *s3.Options) {
				o.UsePathStyle = true
				if n, ok := c.Set(pathAWSS3 + ".Options.RetryMaxAttempts"); ok {
					o.RetryMaxAttempts = n
				}
			}))
		},
	}
	if answer != nil {
		s.with = "answers with the error code SlowDown"
		s.aside = true
	}
	return s
}

func awsDynamoDB(with string, uses []string, answer attempts.Answer, set func(*aws.Config, *dynamodb.Options)) subject {
	if answer != nil {
		with = "answers with the error code ProvisionedThroughputExceededException"
	}
	var faults []attempts.Fault
	if strings.Contains(with, "Adaptive") {
		// After a throttled answer it waits by the clock, which stands still in a bubble
		// when the wait is less than a nanosecond.
		faults = []attempts.Fault{attempts.Status(503), attempts.Dropped}
	}
	var values []options
	if uses == nil {
		values = []options{
			{pathAWSDynamoDB + ".Options.RetryMaxAttempts", []int{-1, 0, 1, 5}},
			{pathAWS + "/aws/retry.StandardOptions.MaxAttempts", []int{-1, 0, 1, 5}},
			{pathAWS + "/aws/retry.AddWithMaxAttempts", []int{-1, 0, 1, 5}},
		}
	}
	return subject{
		symbol:  pathAWSDynamoDB + ".Client.ListTables",
		with:    with,
		uses:    append([]string{pathAWSDynamoDB + ".NewFromConfig"}, uses...),
		aside:   answer != nil,
		answer:  answer,
		options: values,
		faults:  faults,
		call: func(c *attempts.Call) error {
			cfg := awsConfig(c)
			var options dynamodb.Options
			set(&cfg, &options)
			client := dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) {
				if options.Retryer != nil {
					o.Retryer = options.Retryer
				}
				if n, ok := c.Set(pathAWSDynamoDB + ".Options.RetryMaxAttempts"); ok {
					o.RetryMaxAttempts = n
				}
				if n, ok := c.Set(pathAWS + "/aws/retry.StandardOptions.MaxAttempts"); ok {
					o.Retryer = retry.NewStandard(func(o *retry.StandardOptions) { o.MaxAttempts = n })
				}
				if n, ok := c.Set(pathAWS + "/aws/retry.AddWithMaxAttempts"); ok {
					o.Retryer = retry.AddWithMaxAttempts(retry.NewStandard(), n)
				}
			})
			_, err := client.ListTables(c.Context, &dynamodb.ListTablesInput{})
			return err
		},
	}
}

var awsSDKV1 = library{
	name: "aws-sdk-go",
	subjects: []subject{
		{
			symbol:  pathAWSV1 + "/service/sqs.SQS.ListQueuesWithContext",
			options: []options{{pathAWSV1 + "/aws.Config.WithMaxRetries", []int{-1, 0, 1, 5}}, {pathAWSV1 + "/aws.Config.MaxRetries", []int{-1, 0, 1, 5}}},
			call: func(c *attempts.Call) error {
				_, err := sqs.New(awsSession(c)).ListQueuesWithContext(c.Context, &sqs.ListQueuesInput{})
				return err
			},
		},
		{
			symbol:  pathAWSV1 + "/service/dynamodb.DynamoDB.ListTablesWithContext",
			options: []options{{pathAWSV1 + "/aws.Config.WithMaxRetries", []int{-1, 0, 1, 5}}, {pathAWSV1 + "/aws.Config.MaxRetries", []int{-1, 0, 1, 5}}},
			call: func(c *attempts.Call) error {
				_, err := dynamodbv1.New(awsSession(c)).ListTablesWithContext(c.Context, &dynamodbv1.ListTablesInput{})
				return err
			},
		},
	},
}

func awsSession(c *attempts.Call) *session.Session {
	cfg := awsv1.NewConfig().WithRegion("us-east-1").WithEndpoint(c.URL()).WithHTTPClient(c.Client()).
		WithCredentials(credentialsv1.NewStaticCredentials("id", "secret", ""))
	if n, ok := c.Set(pathAWSV1 + "/aws.Config.WithMaxRetries"); ok {
		cfg.WithMaxRetries(n)
	}
	if n, ok := c.Set(pathAWSV1 + "/aws.Config.MaxRetries"); ok {
		cfg.MaxRetries = &n
	}
	return session.Must(session.NewSession(cfg))
}
