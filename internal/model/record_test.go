package model

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/record"
)

func TestConfidence(t *testing.T) {
	for level, want := range map[reach.Level]record.Confidence{
		reach.Remote: record.High, reach.Probable: record.Medium, reach.Child: record.Low,
	} {
		assert.Equal(t, want, confidence(&Site{Op: Operation{Remote: level}}), level)
	}
	assert.Equal(t, record.Low, confidence(&Site{Op: Operation{Remote: reach.Remote}, Probe: true}))
}
