package model

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/record"
)

func TestDeafConfidence(t *testing.T) {
	site := &Site{Op: Operation{Remote: reach.Remote}}
	for _, c := range []struct {
		name string
		deaf Deaf
		want record.Confidence
	}{
		{"a sleep", Deaf{}, record.High},
		{"attempts that go on", Deaf{GoesOn: true}, record.Medium},
		{"as long as the server says", Deaf{told: true}, record.Low},
	} {
		assert.Equal(t, c.want, c.deaf.Confidence(site), c.name)
	}
}
