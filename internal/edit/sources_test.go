package edit

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSources(t *testing.T) {
	both, old := []string{randV2, randV1}, []string{randV1}
	for version, want := range map[string][]string{
		"": nil, "go1.19": nil, "go1.20": old, "go1.21.5": old, "go1.22": both, "go1.26.0": both,
	} {
		assert.Equal(t, want, sources(version), version)
	}
}
