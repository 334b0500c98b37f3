package reach

import (
	"go/ast"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIsNetworkProgram(t *testing.T) {
	for path, want := range map[string]string{
		"git": "git", "/usr/bin/ssh": "ssh", `C:\Program Files\Docker\docker.exe`: "docker", "./kubectl": "kubectl",
		"ls": "", "go": "", "git/": "", "": "", "mygit": "", "git-daemon": "",
	} {
		name, ok := isNetworkProgram(path)
		assert.Equal(t, want != "", ok, path)
		if ok {
			assert.Equal(t, want, name)
		}
	}
}

// childrenOf returns the calls of a package that run child processes, as they are
// written, with their programs; "?" stands behind those that callers give.
func childrenOf(t *testing.T, src string) (children []string, fact string) {
	t.Helper()
	w := newWorld()
	p := w.load(t, "example.com/m", "package m\n\nimport (\n\t\"context\"\n\t\"os/exec\"\n)\n\nvar _ context.Context\n\n"+src, true)
	for n := range ast.Preorder(p.pass.Files[0]) {
		if call, ok := n.(*ast.CallExpr); ok {
			if c, ok := p.children[call.Lparen]; ok {
				text := c.program
				if c.given {
					text += "?"
				}
				children = append(children, text)
				assert.Equal(t, Summary{Remote: Child, Via: c.program}, p.ChildProcess(call.Lparen))
			}
		}
	}
	return children, w.facts[p.pass.Pkg].String()
}

func TestChildProcesses(t *testing.T) {
	for _, test := range []struct {
		name, src string
		want      []string
		fact      string
	}{
		{"named at the call", `func F() error { return exec.Command("git", "fetch").Run() }`, []string{"git"}, "child process: F"},
		{"with a context", `func F(ctx context.Context) ([]byte, error) { return exec.CommandContext(ctx, "git", "fetch").Output() }`, []string{"git"}, "child process: F"},
		{"no error", `func F() { exec.Command("git", "fetch").Run() }`, []string{"git"}, ""},
		{"started and waited for", `func F() error { c := exec.Command("ssh"); c.Start(); return c.Wait() }`, []string{"ssh"}, "child process: F"},
		{"only started", `func F() error { return exec.Command("ssh").Start() }`, nil, ""},
		{"a constant", `const program = "/bin/scp"; func F() error { return exec.Command(program).Run() }`, []string{"scp"}, "child process: F"},
		{"a package variable", `var program = "helm"; func F() error { return exec.Command(program).Run() }`, []string{"helm"}, "child process: F"},
		{"a local variable", `func F() error { var c *exec.Cmd; c = exec.Command("gh"); return c.Run() }`, []string{"gh"}, "child process: F"},
		{"a variable of a closure", `func F() error { c := exec.Command("gh"); return func() error { return c.Run() }() }`, []string{"gh"}, "child process: F"},
		{"one of two programs", `func F(b bool) error { p := "ls"; if b { p = "oc" }; return exec.Command(p).Run() }`, []string{"oc"}, "child process: F"},
		{"local", `func F() error { return exec.Command("ls", "git").Run() }`, nil, ""},
		{"unknown", `func F(p string) error { return exec.Command(p).Run() }`, nil, ""},
		{"made by a helper", `
			func git(args ...string) *exec.Cmd { c := exec.Command("git", args...); c.Dir = "d"; return c }
			func F() error { return git("push").Run() }`, []string{"git"}, "child process: F"},
		{"made by a helper that is given the program", `
			func command(p string) (*exec.Cmd, error) { return exec.Command(p), nil }
			func F() error { c, _ := command("curl"); return c.Run() }
			func G() error { c, _ := command("ls"); return c.Run() }`, []string{"curl"}, "child process: F"},
		{"made two calls away", `
			func git() *exec.Cmd { return exec.Command("git") }
			func make() *exec.Cmd { return git() }
			func F() error { return make().Run() }`, nil, ""},
		{"run by a helper that is given the program", `
			func Run(p string, args ...string) error { return exec.Command(p, args...).Run() }
			func F() error { return Run("docker", "pull") }
			func G() error { return Run("umount", "docker") }`, []string{"docker?", "docker"}, "child process: F"},
		{"run by a helper that is given words", `
			func run(words ...string) error { return exec.Command(words[0], words[1:]...).Run() }
			func F() error { return run("docker", "pull") }
			func G() error { return run("umount", "docker") }`, []string{"docker?", "docker"}, "child process: F"},
		{"run by a helper that is given the command", `
			func run(c *exec.Cmd) error { return c.Run() }
			func F() error { return run(exec.Command("wget")) }`, []string{"wget?", "wget"}, "child process: F"},
		{"wrapped again and again", `
			func wrap(c *exec.Cmd) *exec.Cmd { return c }
			func F() error { c := exec.Command("git"); c = wrap(wrap(c)); c = wrap(c); return c.Run() }`, []string{"git"}, "child process: F"},
		{"made by itself", `
			func make(n int) *exec.Cmd { return make(n - 1) }
			func F() error { return make(1).Run() }`, nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			children, fact := childrenOf(t, test.src)
			assert.Equal(t, test.want, children)
			assert.Equal(t, test.fact, fact)
		})
	}
}

// What is known of a child process crosses packages, and is less than what else
// speaks for another process.
func TestChildProcessElsewhere(t *testing.T) {
	w := newWorld()
	w.load(t, "example.com/dep", `package dep

import "os/exec"

func Fetch() error { return exec.Command("git", "fetch").Run() }
`, true)
	p := w.load(t, "example.com/m", `package m

import (
	"context"
	"net/http"

	"example.com/dep"
)

type unseen interface{ Do(context.Context) error }

func Fetches() error                               { return dep.Fetch() }
func Asks() error                                  { dep.Fetch(); _, err := http.Get("u"); return err }
func Probably(ctx context.Context, u unseen) error { dep.Fetch(); return u.Do(ctx) }
`, true)
	assert.Equal(t, "remote: Asks; probably remote: Probably; child process: Fetches", w.facts[w.pkgs["example.com/m"]].String())
	assert.Equal(t, Summary{Remote: Child}, p.Named("example.com/dep", "example.com/dep.Fetch"))
}
