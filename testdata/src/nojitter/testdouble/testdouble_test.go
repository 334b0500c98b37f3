package testdouble

import (
	"context"
	"testing"
)

type fake struct{ names []string }

func (f *fake) Upload(_ context.Context, name string) error {
	f.names = append(f.names, name)
	return nil
}

func TestUpload(t *testing.T) {
	if err := upload(context.Background(), new(fake), "a"); err != nil {
		t.Error(err)
	}
}
