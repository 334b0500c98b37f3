// Package childnetwork runs programs that are known to use the network.
package childnetwork

import (
	"bytes"
	"context"
	"os/exec"
	"time"
)

func fetch(ctx context.Context, dir string) (err error) {
	for range 5 { // want `retries \(\*exec\.Cmd\)\.Run after a constant 2s, 5 attempts`
		cmd := exec.CommandContext(ctx, "git", "fetch", "origin")
		cmd.Dir = dir
		if err = cmd.Run(); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return err
}

const kubectl = "/usr/local/bin/kubectl"

func apply(manifest string) (out []byte, err error) {
	for i := 0; i < 3; i++ { // want `retries \(\*exec\.Cmd\)\.CombinedOutput after a wait that grows without randomness \(1s, 2s\), 3 attempts`
		if out, err = exec.Command(kubectl, "apply", "-f", manifest).CombinedOutput(); err == nil {
			return out, nil
		}
		time.Sleep(time.Second << i)
	}
	return out, err
}

func copyTo(host, file string) error {
	for { // want `retries \(\*exec\.Cmd\)\.Wait with no wait in between, without limit`
		var stderr bytes.Buffer
		var cmd *exec.Cmd
		cmd = exec.Command("scp.exe", file, host+":")
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			return err
		}
		if err := cmd.Wait(); err == nil {
			return nil
		}
	}
}
