// Package childprocess runs a local program until it succeeds.
package childprocess

import (
	"context"
	"os/exec"
	"time"
)

func unmount(ctx context.Context, dir string) (err error) {
	for range 5 {
		if err = exec.CommandContext(ctx, "umount", dir).Run(); err == nil {
			return nil
		}
		time.Sleep(200 * time.Millisecond)
	}
	return err
}
