package clients

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/catalog"
)

// serviceConfig returns what a service config of gRPC says: the attempts of its retry
// policies, one if it has none, and nothing if it is not in sight. The setting is that of
// the option that takes it.
func (t *tracer) serviceConfig(e *catalog.Entry, x ast.Expr, sc *scope) *config {
	text, place, ok := t.constantText(x, sc)
	if !ok {
		return &config{sight: unseen}
	}
	n := policyAttempts(text)
	v := value{isSet: true, bound: catalog.Attempts(n), place: place, text: "no retryPolicy in the service config"}
	if n > 1 {
		v.text = fmt.Sprintf("maxAttempts of the retryPolicy, %d", n)
	}
	return setting(aspect{e.Library.Name, catalog.SetsAttempts}, v)
}

// maxPolicyAttempts is what gRPC cuts the attempts of a retry policy to, unless a client
// is told otherwise: https://github.com/grpc/proposal/blob/master/A6-client-retries.md.
const maxPolicyAttempts = 5

// policyAttempts returns the largest number of attempts that a service config gives a
// method; a retryPolicy that does not stand in a methodConfig is none.
func policyAttempts(text string) int {
	var cfg struct {
		MethodConfig []struct {
			RetryPolicy struct {
				MaxAttempts float64 `json:"maxAttempts"`
			} `json:"retryPolicy"`
		} `json:"methodConfig"`
	}
	if json.Unmarshal([]byte(text), &cfg) != nil {
		// gRPC refuses it, and the client is not made.
		return 1
	}
	most := 1
	for _, m := range cfg.MethodConfig {
		most = max(most, int(min(m.RetryPolicy.MaxAttempts, maxPolicyAttempts)))
	}
	return most
}

// constantText returns a text that is constant, or that a file which is embedded in the
// package holds.
func (t *tracer) constantText(x ast.Expr, sc *scope) (text, place string, ok bool) {
	x = ast.Unparen(x)
	if tv, ok := t.p.info.Types[x]; ok && tv.Value != nil && tv.Value.Kind() == constant.String {
		return constant.StringVal(tv.Value), t.p.place(x.Pos()), true
	}
	v := t.p.index().variable(x)
	if v == nil {
		if call, ok := x.(*ast.CallExpr); ok && len(call.Args) == 1 && t.p.info.Types[call.Fun].IsType() {
			return t.constantText(call.Args[0], sc)
		}
		return "", "", false
	}
	if arg, ok := sc.argument(v); ok && len(arg.exprs) == 1 {
		return t.constantText(arg.exprs[0], arg.scope)
	}
	if text, ok := t.p.embedded(v); ok {
		return text, t.p.place(v.Pos()), true
	}
	leave, entered := t.enter(v)
	if !entered {
		return "", "", false
	}
	defer leave()
	events := slices.DeleteFunc(slices.Clone(t.p.index().events[v]), func(e event) bool { return e.call != nil })
	if len(events) != 1 || events[0].value == nil || events[0].path != nil {
		return "", "", false
	}
	return t.constantText(events[0].value, nil)
}

// embedded returns the text that go:embed puts into a package variable.
func (p *Package) embedded(v *types.Var) (text string, ok bool) {
	if !p.isGlobal(v) {
		return "", false
	}
	for _, file := range p.pass.Files {
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.GenDecl)
			if !ok || decl.Tok != token.VAR {
				continue
			}
			for _, spec := range decl.Specs {
				spec, ok := spec.(*ast.ValueSpec)
				if !ok || len(spec.Names) != 1 || p.info.Defs[spec.Names[0]] != v {
					continue
				}
				doc := spec.Doc
				if doc == nil {
					doc = decl.Doc
				}
				if name := embeds(doc); name != "" {
					return p.read(filepath.Join(filepath.Dir(p.pass.Fset.Position(file.FileStart).Filename), name))
				}
			}
		}
	}
	return "", false
}

// embeds returns the file that a comment says is embedded, "" if it is none or several.
func embeds(doc *ast.CommentGroup) string {
	if doc == nil {
		return ""
	}
	for _, c := range doc.List {
		if names, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
			if fields := strings.Fields(names); len(fields) == 1 && !strings.ContainsAny(fields[0], "*?[\"`") {
				return filepath.FromSlash(fields[0])
			}
		}
	}
	return ""
}

// read returns the text of a file. Those that a package embeds are inputs of its unit, as
// its source is, but no driver hands them out.
func (p *Package) read(name string) (text string, ok bool) {
	data, err := os.ReadFile(name)
	return string(data), err == nil
}
