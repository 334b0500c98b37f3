// Package passedon decides by what another package made of the answer, be it an error or not.
package passedon

import (
	"context"
	"errors"
	"time"

	"retry4xx/passedon/client"
)

func byNumber(ctx context.Context, url string) error {
	for range 3 { // want `retries client.Status on 400-407, 409-424, 426-428, 430-499, 3 attempts`
		status, err := client.Status(ctx, url)
		if err != nil || status < 400 {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

func byNumberOnlyPassing(ctx context.Context, url string) error {
	for range 3 {
		status, err := client.Status(ctx, url)
		if err != nil || status < 500 {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

func byField(ctx context.Context, url string) error {
	for range 3 { // want `retries client.Get on 409, 3 attempts`
		res, err := client.Get(ctx, url)
		if err != nil || res.Code != 409 && res.Code != 503 {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

func byFlag(ctx context.Context, url string) error {
	for range 3 { // want `retries client.Loose on 400-403, 405-407, 409-424, 426-428, 430-499, 3 attempts`
		again, err := client.Loose(ctx, url)
		if !again {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

func byFlagOnlyPassing(ctx context.Context, url string) error {
	for range 3 {
		again, err := client.Strict(ctx, url)
		if !again {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

func byJudgement(ctx context.Context, url string) error {
	for range 3 { // want `retries client.Send on 401, 3 attempts`
		err := client.Send(ctx, url)
		var e client.Error
		if !errors.As(err, &e) || !e.Again {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}
