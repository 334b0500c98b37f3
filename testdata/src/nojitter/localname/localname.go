// Package localname draws random names until one is free.
package localname

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
)

func tempdir(prefix string) (string, error) {
	for {
		name := prefix + rand.Text()
		err := os.Mkdir(name, 0o755)
		if !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
}
