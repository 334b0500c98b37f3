// Package filewrite writes files so that each is either as it was or as it is to be.
package filewrite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// File is a file to write.
type File struct {
	Path string
	Data []byte
}

// All writes files. Each is first written beside its place, all of them before the first
// takes its place: what can go wrong, such as a full disk or a directory that cannot be written to,
// goes wrong while everything is as it was. Files keep their permissions, and links lead
// where they led.
func All(files []File) error {
	type step struct{ temp, path string }
	var steps []step
	defer func() {
		for _, s := range steps {
			_ = os.Remove(s.temp) // gone where all went well
		}
	}()
	for _, f := range files {
		path := f.Path
		mode := fs.FileMode(0o666)
		if target, err := filepath.EvalSymlinks(path); err == nil {
			path = target
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			if !info.Mode().IsRegular() {
				return &fs.PathError{Op: "write", Path: f.Path, Err: errors.New("not a file")}
			}
			mode = info.Mode().Perm()
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		temp, err := writeBeside(path, f.Data, mode)
		if err != nil {
			return &fs.PathError{Op: "write", Path: f.Path, Err: cause(err)}
		}
		steps = append(steps, step{temp, path})
	}
	for _, s := range steps {
		if err := os.Rename(s.temp, s.path); err != nil {
			return &fs.PathError{Op: "write", Path: s.path, Err: cause(err)}
		}
	}
	return nil
}

// writeBeside writes a new file in the directory of path and returns its name.
func writeBeside(path string, data []byte, mode fs.FileMode) (name string, err error) {
	var f *os.File
	for i := 0; f == nil; i++ {
		// Not os.CreateTemp: a new file gets the permissions that the user's umask leaves.
		name = filepath.Join(filepath.Dir(path), ".retrylint-"+suffix(i)+".tmp")
		f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err != nil && (!errors.Is(err, fs.ErrExist) || i == 100) {
			return "", err
		}
	}
	defer func() {
		if err != nil {
			_ = os.Remove(name)
		}
	}()
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync())
	if info, statErr := f.Stat(); statErr == nil && mode != 0o666 && info.Mode().Perm() != mode {
		err = errors.Join(err, f.Chmod(mode))
	}
	return name, errors.Join(err, f.Close())
}

// cause returns an error of the file system without a name: that of the temporary file says nothing.
func cause(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	}
	if linkErr, ok := errors.AsType[*os.LinkError](err); ok {
		return linkErr.Err
	}
	return err
}

// suffix returns a part of a name that other processes do not use at the same time.
func suffix(i int) string { return strconv.Itoa(os.Getpid()) + "-" + strconv.Itoa(i) }
