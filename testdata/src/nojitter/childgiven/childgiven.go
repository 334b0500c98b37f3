// Package childgiven retries whatever program it is given, and is given one that
// uses the network.
package childgiven

import (
	"os/exec"
	"time"
)

func retry(name string, args ...string) (err error) {
	for range 3 { // want `retries \(\*exec\.Cmd\)\.Run after a constant 3s, 3 attempts`
		if err = exec.Command(name, args...).Run(); err == nil {
			return nil
		}
		time.Sleep(3 * time.Second)
	}
	return err
}

func sync(from, to string) error { return retry("rsync", "-a", from, to) }

func format(disk string) error { return retry("mkfs", disk) }
