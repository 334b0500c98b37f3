package rulename_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/retrylint/retrylint"
	"github.com/retrylint/retrylint/internal/rulename"
)

func TestAll(t *testing.T) {
	var names []string
	for _, a := range retrylint.Rules() {
		names = append(names, a.Name)
	}
	assert.ElementsMatch(t, names, rulename.All(), "package rulename lists other rules than the suite has")
	assert.IsIncreasing(t, rulename.All())
	assert.True(t, rulename.Known("nojitter"))
	assert.False(t, rulename.Known("nojiter"))
}

func TestUnknown(t *testing.T) {
	known := []string{"nestedretry", "nojitter", "retry4xx"}
	for name, want := range map[string]string{
		"nojiter":   `unknown rule "nojiter", did you mean "nojitter"?`,
		"NoJitter":  `unknown rule "NoJitter", did you mean "nojitter"?`,
		"nested":    `unknown rule "nested", did you mean "nestedretry"?`,
		"retry5xx":  `unknown rule "retry5xx", did you mean "retry4xx"?`,
		"noop":      `unknown rule "noop"; known are nestedretry, nojitter, retry4xx`,
		"xylophone": `unknown rule "xylophone"; known are nestedretry, nojitter, retry4xx`,
	} {
		assert.Equal(t, want, rulename.Unknown("rule", name, known))
	}
}
