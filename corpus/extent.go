package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
)

// A sourceFile is a parsed file, for finding the lines of labelled constructs.
type sourceFile struct {
	fset *token.FileSet
	file *ast.File
}

func parseFile(name string) (*sourceFile, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return &sourceFile{fset, file}, nil
}

// extent returns the lines of the construct that a label names by its form and
// its line.
func (s *sourceFile) extent(form string, line int) (lines, error) {
	var n ast.Node
	switch form {
	case "for", "range":
		n = s.starting(line, isLoop)
	case "goto":
		return s.jump(line)
	case "recursion":
		// The line may be the function's or the inner call's.
		n = s.function(line)
	case "retrier", "client":
		n = s.configured(line)
	default:
		return lines{}, fmt.Errorf("unknown form %q", form)
	}
	if n == nil {
		return lines{}, fmt.Errorf("no %s on line %d", form, line)
	}
	return s.span(n), nil
}

func (s *sourceFile) line(pos token.Pos) int { return s.fset.Position(pos).Line }

func (s *sourceFile) span(n ast.Node) lines { return lines{s.line(n.Pos()), s.line(n.End())} }

// starting returns the outermost node of a kind that starts on a line.
func (s *sourceFile) starting(line int, kind func(ast.Node) bool) ast.Node {
	var found ast.Node
	ast.Inspect(s.file, func(n ast.Node) bool {
		if found != nil || n == nil || !s.span(n).contain(line) {
			return false
		}
		if s.line(n.Pos()) == line && kind(n) {
			found = n
		}
		return found == nil
	})
	return found
}

func isLoop(n ast.Node) bool {
	switch n.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}

func isCall(n ast.Node) bool {
	_, ok := n.(*ast.CallExpr)
	return ok
}

// configured returns what a label of the form retrier or client names. Mostly
// that is a call; but it may also be a method that retries behind the
// interface of its caller, an option that is set, or a line of a service
// configuration within a string.
func (s *sourceFile) configured(line int) ast.Node {
	if call := s.starting(line, isCall); call != nil {
		return call
	}
	setting := s.starting(line, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncDecl, *ast.AssignStmt, *ast.KeyValueExpr, *ast.CompositeLit:
			return true
		}
		return false
	})
	if setting != nil {
		return setting
	}
	var text ast.Node
	ast.Inspect(s.file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && s.span(lit).contain(line) {
			text = lit
		}
		return text == nil
	})
	return text
}

func (s *sourceFile) function(line int) ast.Node {
	for _, d := range s.file.Decls {
		if _, ok := d.(*ast.FuncDecl); ok && s.span(d).contain(line) {
			return d
		}
	}
	return nil
}

// jump returns the lines from a label's statement to the last goto that names
// it. The line is that of the statement or, for a jump forward, of the goto.
func (s *sourceFile) jump(line int) (lines, error) {
	fn := s.function(line)
	if fn == nil {
		return lines{}, fmt.Errorf("no function on line %d", line)
	}
	targets := make(map[string]*ast.LabeledStmt)
	var gotos []*ast.BranchStmt
	var name string
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.LabeledStmt:
			targets[n.Label.Name] = n
			if s.line(n.Pos()) == line {
				name = n.Label.Name
			}
		case *ast.BranchStmt:
			if n.Tok == token.GOTO {
				gotos = append(gotos, n)
				if s.line(n.Pos()) == line {
					name = n.Label.Name
				}
			}
		}
		return true
	})
	target := targets[name]
	if target == nil {
		return lines{}, fmt.Errorf("no goto on line %d", line)
	}
	l := lines{s.line(target.Pos()), s.line(target.Pos())}
	for _, g := range gotos {
		if g.Label.Name == name {
			l.first = min(l.first, s.line(g.Pos()))
			l.last = max(l.last, s.line(g.End()))
		}
	}
	return l, nil
}
