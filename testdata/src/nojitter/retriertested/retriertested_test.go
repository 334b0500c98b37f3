package retriertested

import "testing"

func TestRepeat(t *testing.T) {
	if err := Repeat(1, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
}
