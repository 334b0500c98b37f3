// Package childunknown runs programs that are local, or that nobody in sight names.
package childunknown

import (
	"os/exec"
	"time"
)

type runner struct{ path string }

func (r *runner) run(args ...string) (err error) {
	for range 5 {
		if err = exec.Command(r.path, args...).Run(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func Retry(program string) (err error) {
	for range 5 {
		if err = exec.Command(program).Run(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func list(dir string) (out []byte, err error) {
	for range 5 {
		if out, err = exec.Command("ls", dir, "git").Output(); err == nil {
			return out, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// start does not wait for what the program does.
func start(dir string) (err error) {
	for range 5 {
		cmd := exec.Command("git", "fetch")
		cmd.Dir = dir
		if err = cmd.Start(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
