// Package interfacedep repeats a method of an interface that another package implements.
package interfacedep

import (
	"time"

	"nojitter/interfacedep/kv"
)

func commit(t kv.Txn) (err error) {
	for range 3 { // want `retries \(kv.Txn\).Commit after a constant 1s, 3 attempts`
		if err = t.Commit(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func name(n kv.Named) (s string, err error) {
	for range 3 {
		if s, err = n.Name(); err == nil {
			return s, nil
		}
		time.Sleep(time.Second)
	}
	return s, err
}
