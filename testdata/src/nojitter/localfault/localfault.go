// Package localfault tries again what this machine was not ready for.
package localfault

import (
	"context"
	"errors"
	"os/exec"
	"syscall"
	"time"
)

// What fails here never left the machine.
func hook(ctx context.Context) (err error) {
	for range 100 {
		if err = exec.CommandContext(ctx, "git", "fetch").Run(); !errors.Is(err, syscall.ETXTBSY) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func fetch(ctx context.Context) (err error) {
	for range 100 { // want "retries \\(\\*exec.Cmd\\).Run after a constant 100ms, 100 attempts"
		if err = exec.CommandContext(ctx, "git", "fetch").Run(); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// A connection that was reset is no fault of this machine.
func again(ctx context.Context) (err error) {
	for range 100 { // want "retries \\(\\*exec.Cmd\\).Run after a constant 100ms, 100 attempts"
		if err = exec.CommandContext(ctx, "git", "fetch").Run(); !errors.Is(err, syscall.ECONNRESET) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}
