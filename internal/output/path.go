package output

import "path/filepath"

// ShortPath returns path relative to dir if that is shorter.
func ShortPath(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil && len(rel) < len(path) {
		return rel
	}
	return path
}
