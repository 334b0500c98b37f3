package directive

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/retrylint/retrylint/internal/rulename"
)

const prefix = "//retrylint:"

// The verbs of directives.
const (
	attempts = "attempts"
	callers  = "callers"
	ignore   = "ignore"
	remote   = "remote"
)

func verbs() []string { return []string{attempts, callers, ignore, remote} }

// most is the largest number that a directive may give: what is larger is a slip of
// the keyboard.
const most = 1_000_000

// unspaced returns how a comment would be written as a directive, without spaces
// before its verb, if it is none because of these.
func unspaced(text string) (directive string, ok bool) {
	rest, ok := strings.CutPrefix(text, "//")
	if !ok {
		return "", false
	}
	rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t"), "retrylint:")
	if !ok {
		return "", false
	}
	rest = strings.TrimSpace(rest)
	written, args := split(rest)
	// gofmt takes a comment with a capital for prose, and moves it away.
	verb := strings.ToLower(written)
	return strings.TrimSpace(prefix + verb + " " + args), !strings.HasPrefix(text, prefix+written) && slices.Contains(verbs(), verb)
}

// split cuts a text at its first white space.
func split(text string) (first, rest string) {
	text = strings.TrimSpace(text)
	i := strings.IndexAny(text, " \t")
	if i < 0 {
		return text, ""
	}
	return text[:i], strings.TrimSpace(text[i:])
}

// file reads the directives of a file.
func (p *Package) file(file *ast.File, comments []*ast.Comment) {
	places := p.placesOf(file, comments)
	for _, c := range comments {
		// What stands behind another pair of slashes is a comment on the directive.
		text, _, _ := strings.Cut(c.Text, " //")
		if directive, ok := unspaced(text); ok {
			p.problem(c, "a directive has no spaces before its verb: write %s", directive)
			continue
		}
		text = strings.TrimPrefix(text, prefix)
		verb, args := split(text)
		switch verb {
		case ignore:
			p.readIgnore(file, c, args, places[c])
		case attempts, callers:
			p.readNumber(c, verb, args, places[c])
		case remote:
			p.readRemote(c, args, places[c])
		default:
			p.problem(c, "%s", rulename.Unknown("directive", verb, verbs()))
		}
	}
}

// readIgnore reads the rules, separated by commas, and the reason.
func (p *Package) readIgnore(file *ast.File, c *ast.Comment, args string, at place) {
	const form = "write " + prefix + "ignore rule reason"
	list, reason := split(args)
	if list == "" {
		p.problem(c, "ignore names no rule and gives no reason: %s", form)
		return
	}
	var rules []string
	for rule := range strings.SplitSeq(list, ",") {
		if !rulename.Known(rule) {
			p.problem(c, "%s", rulename.Unknown("rule", rule, rulename.All()))
		} else {
			rules = append(rules, rule)
		}
	}
	if reason == "" {
		p.problem(c, "ignore gives no reason: %s", form)
		return
	}
	if at.kind == nowhere {
		p.problem(c, "ignore stands above nothing: put it on the line of the finding, above the statement, in the comment of the declaration or above the package clause")
		return
	}
	for _, rule := range rules {
		s := scope{Range: c, ignore: p.ignore(c.Pos(), rule, reason)}
		if at.node != nil {
			s.from, s.to = at.node.Pos(), at.node.End()
		}
		if at.kind == aboveFile {
			s.from, s.to = file.FileStart, file.FileEnd
			for _, decl := range file.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok {
					p.exportIgnore(fn.Name, s)
				}
			}
		}
		if fn, ok := at.node.(*ast.FuncDecl); ok && at.kind == declaration {
			p.exportIgnore(fn.Name, s)
		}
		p.scopes = append(p.scopes, s)
	}
}

// exportIgnore notes that an ignore holds for a function.
func (p *Package) exportIgnore(name *ast.Ident, s scope) {
	if fn, ok := p.pass.TypesInfo.Defs[name].(*types.Func); ok {
		f := p.function(fn)
		f.Ignores = append(f.Ignores, s.ignore)
	}
}

// readNumber reads the number of attempts or callers of a function.
func (p *Package) readNumber(c *ast.Comment, verb, args string, at place) {
	n, err := strconv.Atoi(args)
	if err != nil || n < 1 || n > most {
		got := strconv.Quote(args)
		if args == "" {
			got = "nothing"
		}
		p.problem(c, "%s takes one whole number from 1 to %d, such as %s%s 4, and got %s", verb, most, prefix, verb, got)
		return
	}
	var fn *types.Func
	if at.kind == declaration {
		fn, _ = p.pass.TypesInfo.Defs[at.name].(*types.Func)
	}
	if fn == nil {
		p.problem(c, "%s stands where it says nothing: put it in the comment of a function or of an interface's method", verb)
		return
	}
	f := p.function(fn)
	field := &f.Attempts
	if verb == callers {
		field = &f.Callers
	}
	if *field != 0 {
		p.problem(c, "%s is given twice for %s", verb, fn.Name())
		return
	}
	*field = n
}

// readRemote reads that a function or a type of the package reaches another process.
func (p *Package) readRemote(c *ast.Comment, args string, at place) {
	if args != "" {
		p.problem(c, "remote takes no arguments, and got %q: write %sremote", args, prefix)
		return
	}
	if at.kind == declaration {
		switch obj := p.pass.TypesInfo.Defs[at.name].(type) {
		case *types.Func:
			p.function(obj).Remote = true
			return
		case *types.TypeName:
			switch {
			case obj.Parent() != p.pass.Pkg.Scope():
			case callable(obj):
				p.remote[obj.Name()] = true
				return
			default:
				p.problem(c, "remote says nothing of %s: it has no methods, and is no function", obj.Name())
				return
			}
		}
	}
	p.problem(c, "remote stands where it says nothing: put it in the comment of a function, of an interface's method or of a type")
}

// callable reports whether a type has methods or can be called itself.
func callable(obj *types.TypeName) bool {
	named, ok := obj.Type().(*types.Named)
	if !ok {
		return false
	}
	switch under := named.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Interface:
		return under.NumMethods() > 0
	}
	return named.NumMethods() > 0
}

// kind says where a comment stands.
type kind uint8

const (
	nowhere kind = iota
	// onLine is behind code on the same line.
	onLine
	// above is on the line above a node.
	above
	// declaration is in the comment of a declaration.
	declaration
	// aboveFile is above the package clause.
	aboveFile
)

// place is where a comment stands, and what it speaks of.
type place struct {
	kind kind
	// node is what it speaks of; nil on a line and above a file.
	node ast.Node
	// name is what the declaration declares; nil if that is several things, or none.
	name *ast.Ident
}

// placesOf finds out where comments of a file stand.
func (p *Package) placesOf(file *ast.File, comments []*ast.Comment) map[*ast.Comment]place {
	places := make(map[*ast.Comment]place)
	line := func(pos token.Pos) int { return p.pass.Fset.PositionFor(pos, false).Line }
	// next maps the line below a group to the group.
	next := make(map[int][]*ast.Comment)
	wanted := make(map[*ast.Comment]bool)
	for _, c := range comments {
		wanted[c] = true
	}
	own := make(map[int][]*ast.Comment)
	for _, group := range file.Comments {
		for _, c := range group.List {
			if !wanted[c] {
				continue
			}
			if c.Pos() < file.Package {
				places[c] = place{kind: aboveFile}
				continue
			}
			own[line(c.Pos())] = append(own[line(c.Pos())], c)
			below := line(group.End()) + 1
			next[below] = append(next[below], c)
		}
	}
	set := func(c *ast.Comment, at place) {
		// What is met first is outermost; a comment of a declaration is more than that.
		if old, ok := places[c]; !ok || at.kind == declaration && old.kind != declaration {
			places[c] = at
		}
	}
	declares := func(doc *ast.CommentGroup, node ast.Node, name *ast.Ident) {
		if doc == nil {
			return
		}
		for _, c := range doc.List {
			if wanted[c] {
				set(c, place{declaration, node, name})
			}
		}
	}
	behind := func(pos token.Pos) {
		for _, c := range own[line(pos)] {
			if pos < c.Pos() {
				set(c, place{kind: onLine})
			}
		}
	}
	for n := range ast.Preorder(file) {
		switch n := n.(type) {
		case *ast.File, *ast.CommentGroup, *ast.Comment:
			continue
		case *ast.FuncDecl:
			declares(n.Doc, n, n.Name)
		case *ast.GenDecl:
			declares(n.Doc, n, onlyName(n))
		case *ast.TypeSpec:
			declares(n.Doc, n, n.Name)
			declares(n.Comment, n, n.Name)
		case *ast.ValueSpec:
			declares(n.Doc, n, nil)
		case *ast.Field:
			if len(n.Names) == 1 {
				declares(n.Doc, n, n.Names[0])
				declares(n.Comment, n, n.Names[0])
			}
		}
		for _, c := range next[line(n.Pos())] {
			// The node stands behind the comment; on the same line it would be above itself.
			if n.Pos() > c.End() {
				set(c, place{kind: above, node: n})
			}
		}
		behind(n.Pos())
		behind(n.End() - 1)
	}
	return places
}

// onlyName returns the name that a declaration of one type declares, else nil.
func onlyName(decl *ast.GenDecl) *ast.Ident {
	if len(decl.Specs) != 1 {
		return nil
	}
	if spec, ok := decl.Specs[0].(*ast.TypeSpec); ok {
		return spec.Name
	}
	return nil
}
