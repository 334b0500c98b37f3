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

func TestNearest(t *testing.T) {
	known := []string{"nestedretry", "nojitter", "retry4xx"}
	for name, want := range map[string]string{
		"nojiter":   "nojitter",
		"NoJitter":  "nojitter",
		"nested":    "nestedretry",
		"retry5xx":  "retry4xx",
		"noop":      "",
		"":          "",
		"xylophone": "",
	} {
		assert.Equal(t, want, rulename.Nearest(name, known), name)
	}
	assert.Empty(t, rulename.Nearest("nojitter", nil))
	assert.Equal(t, `unknown rule "nojiter"; did you mean "nojitter"?`, rulename.Unknown("rule", "nojiter", known))
	assert.Equal(t, `unknown rule "noop"; known are nestedretry, nojitter, retry4xx`, rulename.Unknown("rule", "noop", known))
}
