package reach

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// networkPrograms are programs whose work is to talk to another machine, or to a
// daemon behind a socket. Source: their manuals.
var networkPrograms = map[string]bool{
	"apt": true, "apt-get": true, "aws": true, "az": true, "brew": true, "buildah": true, "cosign": true, "crane": true,
	"crictl": true, "ctr": true, "curl": true, "dig": true, "dnf": true, "docker": true, "docker-compose": true, "etcdctl": true,
	"eksctl": true, "flux": true, "ftp": true, "gcloud": true, "gh": true, "git": true, "git-lfs": true, "glab": true,
	"gsutil": true, "helm": true, "hg": true, "host": true, "istioctl": true, "kubeadm": true, "kubectl": true, "mongosh": true,
	"mysql": true, "mysqldump": true, "nerdctl": true, "npm": true, "npx": true, "nslookup": true, "oc": true, "oras": true,
	"pg_dump": true, "pg_isready": true, "ping": true, "pip": true, "pip3": true, "pnpm": true, "podman": true, "psql": true,
	"pulumi": true, "rclone": true, "redis-cli": true, "rsync": true, "scp": true, "sftp": true, "skopeo": true, "ssh": true,
	"svn": true, "telnet": true, "terraform": true, "tofu": true, "vault": true, "wget": true, "yarn": true, "yum": true,
}

// isNetworkProgram reports whether a program, given by name or path, is known to
// use the network, and returns its name.
func isNetworkProgram(path string) (name string, ok bool) {
	name = path[strings.LastIndexAny(path, `/\`)+1:]
	name = strings.TrimSuffix(name, ".exe")
	return name, networkPrograms[name]
}

// awaited are the methods that return when the child process has ended, with an
// error if it failed. Start returns before the program has done anything.
var awaited = map[string]bool{
	"(*os/exec.Cmd).Run": true, "(*os/exec.Cmd).Output": true, "(*os/exec.Cmd).CombinedOutput": true, "(*os/exec.Cmd).Wait": true,
}

// child is what is known of a call that runs a child process.
type child struct {
	// program uses the network.
	program string
	// given says that the program is what a caller in the package asks for: other
	// callers may ask for another.
	given bool
}

// commands finds the calls that run child processes. A call runs what its own
// function names, or what the function that it calls is given by it.
type commands struct {
	info  *types.Info
	decls map[*types.Func]*ast.FuncDecl
	// assigned are the values of variables that hold commands or names of programs.
	assigned map[types.Object][]ast.Expr
	// runs are the calls that run what a parameter holds.
	runs  map[*types.Var][]*ast.CallExpr
	found map[token.Pos]child
}

// childProcesses returns the calls that run a program which is known to use the
// network, by the place of the opening parenthesis.
func childProcesses(pass *analysis.Pass) map[token.Pos]child {
	uses := false
	for _, imp := range pass.Pkg.Imports() {
		uses = uses || imp.Path() == "os/exec"
	}
	if !uses {
		return nil
	}
	c := &commands{
		info:     pass.TypesInfo,
		decls:    make(map[*types.Func]*ast.FuncDecl),
		assigned: make(map[types.Object][]ast.Expr),
		runs:     make(map[*types.Var][]*ast.CallExpr),
		found:    make(map[token.Pos]child),
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok && decl.Body != nil {
				if fn, ok := c.info.Defs[decl.Name].(*types.Func); ok {
					c.decls[fn] = decl
				}
			}
		}
		for n := range ast.Preorder(file) {
			switch n := n.(type) {
			case *ast.AssignStmt:
				c.assign(n)
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if i < len(n.Values) {
						c.hold(c.info.Defs[name], n.Values[i])
					}
				}
			}
		}
	}
	for _, file := range pass.Files {
		c.eachCall(file, c.runsCommand)
	}
	for _, file := range pass.Files {
		c.eachCall(file, c.givesCommand)
	}
	return c.found
}

func (c *commands) eachCall(root ast.Node, f func(*ast.CallExpr, *types.Func)) {
	for n := range ast.Preorder(root) {
		if call, ok := n.(*ast.CallExpr); ok {
			if fn, ok := typeutil.Callee(c.info, call).(*types.Func); ok {
				f(call, fn.Origin())
			}
		}
	}
}

func (c *commands) assign(stmt *ast.AssignStmt) {
	for i, lhs := range stmt.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			continue
		}
		value := stmt.Rhs[0]
		if len(stmt.Lhs) == len(stmt.Rhs) {
			value = stmt.Rhs[i]
		}
		c.hold(c.info.ObjectOf(id), value)
	}
}

// hold notes a value of a variable that can tell a program.
func (c *commands) hold(v types.Object, value ast.Expr) {
	if v != nil && (isCommand(v.Type()) || types.Identical(v.Type(), types.Typ[types.String])) {
		c.assigned[v] = append(c.assigned[v], value)
	}
}

func isCommand(t types.Type) bool { return t.String() == "*os/exec.Cmd" }

// runsCommand notes a call that runs a child process.
func (c *commands) runsCommand(call *ast.CallExpr, fn *types.Func) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !awaited[fn.FullName()] {
		return
	}
	o := c.origins(sel.X)
	if o.program != "" {
		c.found[call.Lparen] = child{program: o.program}
	}
	for _, param := range o.params {
		c.runs[param] = append(c.runs[param], call)
	}
}

// givesCommand notes a call that tells a function of this package which child
// process to run.
func (c *commands) givesCommand(call *ast.CallExpr, fn *types.Func) {
	sig := fn.Signature()
	for i := range sig.Params().Len() {
		param := sig.Params().At(i)
		if len(c.runs[param]) == 0 || i >= len(call.Args) {
			continue
		}
		program := c.origins(call.Args[i]).program
		if program == "" {
			continue
		}
		c.found[call.Lparen] = child{program: program}
		for _, run := range c.runs[param] {
			if _, known := c.found[run.Lparen]; !known {
				c.found[run.Lparen] = child{program: program, given: true}
			}
		}
	}
}

// origins is where a command or the name of a program comes from.
type origins struct {
	// program is one of those that it may be and that use the network, "" if none does.
	program string
	// params are the parameters that it may be.
	params []*types.Var
}

func (o *origins) add(other origins) {
	if o.program == "" {
		o.program = other.program
	}
	o.params = append(o.params, other.params...)
}

// maxHelpers is the number of functions, one within the other, in which a command
// may be made.
const maxHelpers = 1

// origins follows an expression for a command or the name of a program.
func (c *commands) origins(x ast.Expr) origins {
	return c.follow(x, maxHelpers, make(map[*types.Var]bool))
}

func (c *commands) follow(x ast.Expr, helpers int, seen map[*types.Var]bool) (o origins) {
	x = ast.Unparen(x)
	if value := c.info.Types[x].Value; value != nil && value.Kind() == constant.String {
		if name, ok := isNetworkProgram(constant.StringVal(value)); ok {
			o.program = name
		}
		return o
	}
	switch x := x.(type) {
	case *ast.Ident:
		v, ok := c.info.Uses[x].(*types.Var)
		if !ok || seen[v] {
			return o
		}
		seen[v] = true
		o.params = append(o.params, v)
		for _, value := range c.assigned[v] {
			o.add(c.follow(value, helpers, seen))
		}
	case *ast.IndexExpr:
		// The first of several words is the program.
		if i := c.info.Types[x.Index].Value; i != nil && i.Kind() == constant.Int && constant.Sign(i) == 0 {
			return c.follow(x.X, helpers, seen)
		}
	case *ast.CallExpr:
		fn, ok := typeutil.Callee(c.info, x).(*types.Func)
		if !ok {
			return o
		}
		switch fn = fn.Origin(); {
		case fn.FullName() == "os/exec.Command":
			return c.follow(x.Args[0], helpers, seen)
		case fn.FullName() == "os/exec.CommandContext":
			return c.follow(x.Args[1], helpers, seen)
		case helpers > 0:
			made := c.made(fn, helpers-1)
			o.program = made.program
			for _, param := range made.params {
				if arg := argument(x, fn.Signature(), param); arg != nil {
					o.add(c.follow(arg, helpers, seen))
				}
			}
		}
	}
	return o
}

// made returns where the command that a function of this package makes comes from.
func (c *commands) made(fn *types.Func, helpers int) (o origins) {
	decl := c.decls[fn]
	if decl == nil {
		return o
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			for _, result := range n.Results {
				if t := c.info.TypeOf(result); t != nil && isCommand(t) {
					o.add(c.follow(result, helpers, make(map[*types.Var]bool)))
				}
			}
		}
		return true
	})
	return o
}

// argument returns what a call gives for a parameter, nil if v is none of the
// callee's.
func argument(call *ast.CallExpr, sig *types.Signature, v *types.Var) ast.Expr {
	for i := range sig.Params().Len() {
		if sig.Params().At(i) == v && i < len(call.Args) {
			return call.Args[i]
		}
	}
	return nil
}
