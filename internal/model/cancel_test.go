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
		{"a sleep", Deaf{Ender: new(Ender)}, record.High},
		{"attempts that go on", Deaf{Ender: new(Ender), GoesOn: true}, record.Medium},
		{"as long as the server says", Deaf{Ender: new(Ender), told: true}, record.Low},
		{"a helper that takes no context", Deaf{}, record.High},
	} {
		assert.Equal(t, c.want, c.deaf.Confidence(site), c.name)
	}
}
