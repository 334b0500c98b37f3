package source

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
)

// A Store keeps the facts of packages of other modules in a folder, a file for each
// package and version of its module. That they were made by an earlier build of the
// analyzers, or with other dependencies of their own, it does not see.
type Store struct {
	dir     string
	refresh bool

	mu   sync.Mutex
	made map[string]bool // by this store
}

// NewStore returns the store in a folder, which is made if it is not there. With
// refresh, what is there from earlier runs is not used but replaced.
func NewStore(dir string, refresh bool) (*Store, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	return &Store{dir: dir, refresh: refresh, made: make(map[string]bool)}, nil
}

func storeName(pkg, version string) string { return url.PathEscape(pkg+"@"+version) + ".gob" }

// load returns the facts of a package; ok is false if they are not known, or were kept by
// a version of the tool that has other facts.
func (s *Store) load(pkg, version string) (facts []gobFact, ok bool, err error) {
	name := storeName(pkg, version)
	s.mu.Lock()
	usable := !s.refresh || s.made[name]
	s.mu.Unlock()
	if !usable {
		return nil, false, nil
	}
	data, err := os.ReadFile(filepath.Join(s.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	facts, err = decodeFacts(data)
	return facts, err == nil, nil
}

// save keeps encoded facts. Another run may do so at the same time.
func (s *Store) save(pkg, version string, data []byte) error {
	name := storeName(pkg, version)
	temp, err := os.CreateTemp(s.dir, "*.tmp")
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), filepath.Join(s.dir, name))
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made[name] = true
	return nil
}

// forget removes the facts of a package, so that a later run makes them.
func (s *Store) forget(pkg, version string) error {
	err := os.Remove(filepath.Join(s.dir, storeName(pkg, version)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
