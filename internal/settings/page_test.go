package settings_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/settings"
)

// page returns the page about settings.
func page(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "settings.md"))
	require.NoError(t, err)
	return string(data)
}

// blocks returns what stands in the fences of a language.
func blocks(page, language string) []string {
	var found []string
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(page, -1) {
		found = append(found, m[1])
	}
	return found
}

// The page has a row for each key, in order, and for no others.
func TestPageHasAllKeys(t *testing.T) {
	var want []string
	for _, v := range []any{settings.File{}, settings.Names{}} {
		for i := range reflect.TypeOf(v).NumField() {
			if key := reflect.TypeOf(v).Field(i).Tag.Get("yaml"); key != "" {
				want = append(want, key)
			}
		}
	}
	var got []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|").FindAllStringSubmatch(page(t), -1) {
		got = append(got, m[1])
	}
	assert.Equal(t, want, got)
}

// The example of the page is valid and has each key but those of flags, and the mistakes
// that it shows are made and reported as it says.
func TestPageExamples(t *testing.T) {
	page := page(t)
	examples := blocks(page, "yaml")
	require.Len(t, examples, 2)
	f := parse(t, examples[0])
	assert.False(t, f.On("nojitter"))
	assert.Equal(t, 20, f.AttemptsLimit())
	_, limit, ok := f.LimitFor("example.com/shop/gateway.Server.Order")
	assert.True(t, ok)
	assert.Equal(t, 12, limit)
	assert.Equal(t, map[string]settings.Number{"example.com/shop/orders.Server.Place": 3}, f.Callers)
	assert.NotEmpty(t, f.Confidence)
	assert.True(t, f.Excludes("/m/internal/legacy/a/a.go"))
	assert.True(t, f.Excludes("/m/a/store_mock.go"))
	assert.True(t, f.Remote.Named("example.com/shop/store", "(example.com/shop/store.Store).Load"))
	assert.True(t, f.Remote.Named("example.com/shop/ledger", "example.com/shop/ledger.Post"))
	assert.True(t, f.Local.Named("example.com/shop/internal/memory/a", "example.com/shop/internal/memory/a.Load"))
	assert.True(t, f.Local.Named("example.com/shop/internal/memory", "example.com/shop/internal/memory.Load"))
	assert.True(t, f.Catalog().Knows("example.com/fetch"))
	assert.False(t, f.Catalog().Knows("github.com/redis/go-redis/v9"))

	wrong := blocks(page, "text")
	require.Len(t, wrong, 1)
	_, err := settings.Parse("/m/.retrylint.yaml", ".retrylint.yaml", []byte(examples[1]))
	require.Error(t, err)
	assert.Equal(t, strings.TrimSpace(wrong[0]), err.Error())

	assert.Equal(t, 256<<10, settings.MaxSize, "the page says how large a file may be")
	assert.Equal(t, 10, settings.DefaultLimit, "the page says what the limit is")
}
