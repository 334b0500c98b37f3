package model

import (
	"go/token"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/record"
)

// How sure a finding is follows from how sure it is that another process is asked.
func TestRecordConfidence(t *testing.T) {
	for level, want := range map[reach.Level]record.Confidence{
		reach.Remote: record.High, reach.Probable: record.Medium, reach.Child: record.Low,
	} {
		site := &Site{Loop: &Loop{Declaration: "F"}, Op: Operation{ID: "(*os/exec.Cmd).Run", Remote: level, Via: "git"}}
		rec := site.Record(token.NewFileSet(), "rule")
		assert.Equal(t, want, rec.Confidence, level)
		assert.Equal(t, level.String()+" through git", rec.Evidence[1].Text)
	}
}
