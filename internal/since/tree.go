// Package since tells what a change brings: it takes an older revision out of git and
// compares what is found in it with what is found now.
package since

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Tree is an older revision of a repository in a directory of its own.
type Tree struct {
	// Root is the root of the repository as it was, Dir the directory in it that corresponds to
	// the one that was asked for; it may not exist.
	Root, Dir string
	// Env is the environment for commands that run there.
	Env []string

	git  git
	temp string
}

// RevisionError says that a revision, or a repository, is not there.
type RevisionError struct{ text string }

func (e *RevisionError) Error() string { return e.text }

// Checkout takes the revision of a name out of the repository around a directory, into a
// temporary directory. The caller closes the tree.
//
// It adds a working tree to the repository, which Close removes; nothing else of the
// repository changes. No hooks are run.
func Checkout(ctx context.Context, dir string, env []string, revision string) (*Tree, error) {
	path, err := exec.LookPath("git")
	if err != nil {
		return nil, fmt.Errorf("git is needed: %w", err)
	}
	t := &Tree{git: git{path, dir, gitEnv(env)}}
	out, err := t.git.run(ctx, "rev-parse", "--show-toplevel", "--show-prefix")
	if err != nil {
		return nil, &RevisionError{fmt.Sprintf("%s is in no git repository with a working tree: %v", dir, err)}
	}
	// A name may end in a line break, but then so it does.
	top, prefix, ok := strings.Cut(strings.TrimSuffix(out, "\n"), "\n")
	if !ok {
		prefix = ""
	}
	commit, err := t.git.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return nil, &RevisionError{fmt.Sprintf("%q is no revision of the repository in %s; it may have to be fetched", revision, top)}
	}
	t.git.dir = top
	if t.temp, err = os.MkdirTemp("", "retrylint-"); err != nil {
		return nil, err
	}
	if t.temp, err = filepath.EvalSymlinks(t.temp); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	t.Root = filepath.Join(t.temp, filepath.Base(top))
	t.Dir = filepath.Join(t.Root, filepath.FromSlash(prefix))
	t.Env = workspaceIn(env, top, t.Root)
	if _, err := t.git.run(ctx, "worktree", "add", "--quiet", "--detach", t.Root, strings.TrimSpace(commit)); err != nil {
		return nil, errors.Join(fmt.Errorf("taking %s out of git: %w", revision, err), t.Close())
	}
	return t, nil
}

// Close removes the tree, also when the run was interrupted.
func (t *Tree) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, removeErr := t.git.run(ctx, "worktree", "remove", "--force", "--force", t.Root)
	if err := os.RemoveAll(t.temp); err != nil {
		return err
	}
	if removeErr != nil {
		// It was not added, or only in part.
		_, err := t.git.run(ctx, "worktree", "prune")
		return err
	}
	return nil
}

// Has reports whether a pattern may name something in the tree: a directory that did not
// exist has no packages.
func (t *Tree) Has(pattern string) bool {
	dir := strings.TrimSuffix(strings.TrimSuffix(pattern, "..."), "/")
	switch {
	case filepath.IsAbs(pattern):
	case pattern == "." || pattern == ".." || strings.HasPrefix(pattern, "./") || strings.HasPrefix(pattern, "../"):
		dir = filepath.Join(t.Dir, filepath.FromSlash(dir))
	default:
		dir = t.Dir
	}
	_, err := os.Stat(dir)
	return !errors.Is(err, fs.ErrNotExist)
}

type git struct {
	path, dir string
	env       []string
}

// run runs git and returns what it prints.
func (g git) run(ctx context.Context, args ...string) (string, error) {
	var stdout, stderr bytes.Buffer
	// A repository can name programs that git runs; those of this kind are not needed.
	cmd := exec.CommandContext(ctx, g.path, append([]string{"-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false"}, args...)...)
	cmd.Dir = g.dir
	cmd.Env = g.env
	cmd.Stdout = &stdout
	cmd.Stderr = &stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	if ctx.Err() != nil {
		return "", errors.New("interrupted")
	}
	if err != nil {
		if text := strings.TrimSpace(stderr.String()); text != "" {
			return "", errors.New(text)
		}
		return "", err
	}
	return stdout.String(), nil
}

// gitEnv returns an environment without what ties git to another repository or index, as it
// is set in hooks of git.
func gitEnv(env []string) []string {
	var kept []string
	for _, kv := range env {
		name, _, _ := strings.Cut(kv, "=")
		switch name {
		case "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE":
		default:
			kept = append(kept, kv)
		}
	}
	return append(kept, "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
}

// workspaceIn returns an environment in which a workspace that lies in one root is that of
// another.
func workspaceIn(env []string, from, to string) []string {
	env = gitEnv(env)
	for i, kv := range env {
		work, ok := strings.CutPrefix(kv, "GOWORK=")
		if !ok || !filepath.IsAbs(work) {
			continue
		}
		if rel, err := filepath.Rel(from, work); err == nil && filepath.IsLocal(rel) {
			env[i] = "GOWORK=" + filepath.Join(to, rel)
		}
	}
	return env
}
