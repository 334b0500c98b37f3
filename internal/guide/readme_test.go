package guide

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the README and the pages show of a terminal is what comes out in the root of the
// repository.
func TestConsole(t *testing.T) {
	m := here(t)
	m.must(t, m.root, "go", "install", "./cmd/retrylint")
	pages, err := filepath.Glob(filepath.Join(m.root, "docs", "*.md"))
	require.NoError(t, err)
	ran := 0
	for _, page := range append(pages, filepath.Join(m.root, "README.md")) {
		for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(read(t, page), -1) {
			for part := range strings.SplitSeq(strings.TrimPrefix(block[1], "$ "), "\n$ ") {
				command, want, _ := strings.Cut(part, "\n")
				if strings.HasPrefix(command, "git clone ") {
					continue // It is here.
				}
				ran++
				got := m.run(t, m.root, []string{"NO_COLOR=1"}, "bash", "-c", command)
				assert.Equal(t, strings.TrimSpace(want), strings.TrimSpace(got.stdout), "%s: %s\n%s", page, command, got.stderr)
			}
		}
	}
	assert.NotZero(t, ran)
}

// What the README says of the last lines of the example is what it prints.
func TestStorm(t *testing.T) {
	m := here(t)
	storm := m.run(t, m.root, nil, "go", "run", "./examples/storm")
	require.Zero(t, storm.code, storm.stderr)
	lines := regexp.MustCompile(`(?m)^1 (order|report): .*$`).FindAllString(storm.stdout+storm.stderr, -1)
	require.Len(t, lines, 2)
	readme := read(t, filepath.Join(m.root, "README.md"))
	for _, line := range lines {
		// How long it takes depends on the machine.
		line = regexp.MustCompile(`after [0-9.a-zµ]+,`).ReplaceAllString(line, "after 15s,")
		assert.Contains(t, readme, "    "+line+"\n")
	}
}

// All pages name the same version of what is to be used.
func TestVersions(t *testing.T) {
	var found []string
	for _, name := range []string{"ci.md", "golangci-lint.md"} {
		page := read(t, filepath.Join("..", "..", "docs", name))
		for _, m := range regexp.MustCompile(`(?:retrylint/retrylint@|rev: |import: \S+\n +version: )(v[0-9.]+)`).FindAllStringSubmatch(page, -1) {
			found = append(found, m[1])
			assert.Equal(t, version, m[1], name)
		}
	}
	assert.Len(t, found, 4)
}

// Links of pages lead to files and headings that there are.
func TestLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/rules/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		require.NoError(t, err)
		pages = append(pages, found...)
	}
	require.NotEmpty(t, pages)
	for _, page := range pages {
		text := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`").ReplaceAllString(read(t, page), "")
		for _, link := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(text, -1) {
			if strings.Contains(link[1], "://") {
				continue
			}
			file, heading, _ := strings.Cut(link[1], "#")
			target := page
			if file != "" {
				target = filepath.Join(filepath.Dir(page), filepath.FromSlash(file))
			}
			info, err := os.Stat(target)
			if !assert.NoError(t, err, "%s: %s", page, link[1]) || info.IsDir() || heading == "" {
				continue
			}
			headings := make(map[string]bool)
			for _, h := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(read(t, target), -1) {
				anchor := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(h[1]), "")
				headings[strings.ReplaceAll(anchor, " ", "-")] = true
			}
			assert.True(t, headings[heading], "%s: %s", page, link[1])
		}
	}
}
