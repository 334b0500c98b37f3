package spelling_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/retrylint/retrylint/internal/spelling"
)

func TestNearest(t *testing.T) {
	words := []string{"attempts", "retries", "off", "note", "name"}
	for word, want := range map[string]string{
		"atempts": "attempts", "Retries": "retries", "of": "off", "nmae": "name", "nots": "note",
		"unlimited": "", "x": "", "": "",
	} {
		assert.Equal(t, want, spelling.Nearest(word, words), word)
	}
	assert.Empty(t, spelling.Nearest("off", nil))
}
