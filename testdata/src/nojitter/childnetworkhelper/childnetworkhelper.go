// Package childnetworkhelper makes commands, and runs them, in functions of their own.
package childnetworkhelper

import (
	"os/exec"
	"time"
)

type repository struct{ dir string }

func (r *repository) git(args ...string) *exec.Cmd {
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	return cmd
}

func (r *repository) push() (err error) {
	for range 4 { // want `retries \(\*exec\.Cmd\)\.Run after a constant 1s, 4 attempts`
		if err = r.git("push").Run(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func run(name string, args ...string) error {
	return exec.Command(name, args...).Run()
}

func pull(image string) (err error) {
	for range 4 { // want `retries run after a constant 1s, 4 attempts`
		if err = run("docker", "pull", image); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The same helper runs something local as well.
func unmount(dir string) (err error) {
	for range 4 {
		if err = run("umount", dir); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func output(cmd *exec.Cmd) (string, error) {
	out, err := cmd.Output()
	return string(out), err
}

func addresses(name string) (s string, err error) {
	for range 4 { // want `retries output after a constant 1s, 4 attempts`
		if s, err = output(exec.Command("dig", name)); err == nil {
			return s, nil
		}
		time.Sleep(time.Second)
	}
	return s, err
}

func words(args ...string) error { return exec.Command(args[0], args[1:]...).Run() }

func upgrade(chart string) (err error) {
	for range 4 { // want `retries words after a constant 1s, 4 attempts`
		if err = words("helm", "upgrade", chart); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
