// Package model finds retry sites and knows what a rule may ask of them: what is
// attempted, how often, on which ways a failure leads back, and how long each of
// them waits.
package model

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retrylint/retrylint/internal/chain"
	"github.com/retrylint/retrylint/internal/clients"
	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/settings"
)

// Analyzer finds the retry sites of a package; its result is a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "retrysites",
	Doc:        "find retry sites and what is known of them",
	Requires:   []*analysis.Analyzer{reach.Analyzer, settings.Analyzer, clients.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(Bodies), new(Summaries), new(Outcomes)},
	Run:        run,
}

// Result holds the loops of a package in which something remote is attempted, in
// source order.
type Result struct {
	Loops []*Loop
	// Chains are the call paths from those sites on, and those that close in this
	// package, in source order.
	Chains []Chain
	// Skipped says that the package belongs to somebody else: it was read for its
	// facts only.
	Skipped bool

	// Endless are the calls that a library tries several times, each for a time of its own,
	// and that nothing bounds as a whole.
	Endless []Endless

	source  *source
	clients *clients.Package
	// from returns the paths from functions on.
	from func(name string) (chain.Path, bool)
}

// From returns the path from a function of the package, given its full name, to an
// operation in another process that amplifies most; ok is false if there is none.
func (r *Result) From(name string) (path chain.Path, ok bool) {
	if r.from == nil {
		return path, false
	}
	return r.from(name)
}

// Construct is what a loop is.
type Construct string

// Entry is a function as the beginning of a call path, whatever it is itself.
const Entry Construct = "entry"

// The constructs of rules.md, and the reasons why a loop is none of them.
const (
	Retry     Construct = "retry"
	Reconnect Construct = "reconnect"
	Worker    Construct = "worker"
	Poll      Construct = "poll"
	Failover  Construct = "failover"
	FanOut    Construct = "fan-out"
	Periodic  Construct = "periodic job"
	// Optimistic is optimistic concurrency: a lost race is run again.
	Optimistic Construct = "optimistic concurrency"
	NoRetry    Construct = "no retry"
	// Undecided is a loop that is too large or too tangled to follow.
	Undecided Construct = "cannot tell"
)

// IsSite reports whether a failure leads back to the same attempt.
func (c Construct) IsSite() bool { return c == Retry || c == Reconnect || c == Worker }

// Loop is a loop with the operations attempted in it.
type Loop struct {
	// Node is the loop statement; nil if the loop is made of jumps.
	Node ast.Node
	// From and To bound the statement.
	From, To token.Pos
	// Declaration is the enclosing declared function, as messages print it.
	Declaration string
	// JudgedThere says that the loop belongs to a retrier of this module, whose waits
	// are judged where it is declared.
	JudgedThere bool
	// OwnHelper says that the loop belongs to a function of this module that was handed
	// what is attempted.
	OwnHelper bool
	// tellsItself says that this function is one of this package, and is given no context: what
	// it waits for is its own, and told where it is declared.
	tellsItself bool
	// givenContext says that the loop belongs to a function of another module that is given a
	// context: what it does not listen to is its own fault.
	givenContext bool
	// StandIn says that the loop is what the catalogue says of a retrier, which does not say
	// what ends its waits.
	StandIn bool
	// Sites are the operations, in source order.
	Sites []*Site
	// Windows are the calls that are given the waits without jitter, in source
	// order. It is nil unless each of them can be given another duration, and all
	// of them together make up these waits and nothing else.
	Windows []*ast.CallExpr
}

// Pos returns where the loop begins.
func (l *Loop) Pos() token.Pos { return l.From }

// End returns where the loop ends.
func (l *Loop) End() token.Pos { return l.To }

// Site is one operation that is attempted in a loop.
type Site struct {
	Loop      *Loop
	Construct Construct
	// Why is the reason for the construct in a few words.
	Why string
	Op  Operation
	// Attempts is the largest number of tries, the first included.
	Attempts Attempts
	// Probe says that the answer is thrown away and something bounds the attempts: the
	// loop may only wait until something answers at all.
	Probe bool
	// Polls says that the loop also waits for an answer to change, and takes errors for
	// an answer that has not.
	Polls bool
	// Paths are the ways from a failed attempt to the next, one an entry.
	Paths []Path
	// Waits is the sum of the waits of all attempts in nanoseconds, -1 if it is not known.
	Waits int64
	// Timeout is the time that an attempt gets of its own in nanoseconds, 0 if none is
	// known.
	Timeout int64
	// Deaf says how the site does not listen to a caller that has gone, nil if it does
	// or has none.
	Deaf *Deaf
	// Fresh says how an attempt is not bounded by what is left to the caller, nil if it
	// is, or if that is not known.
	Fresh *Fresh
	// run is what was executed, and blocks are those of the loop in its function, nil for
	// a call that runs again what it is given.
	run    *exec.Loop
	blocks map[int]bool
	// Decision says which answers lead to another attempt, nil if nothing is known.
	Decision *Decision
	// kept are the places of waits that are to stay as they are.
	kept []token.Pos
	// goesOn is a way on which there is another attempt although the caller's context
	// is over, sawEnd that the site has seen that.
	goesOn *Path
	sawEnd bool
	// asksAgain says that there is another attempt although the caller's context is over by
	// the time the last one failed.
	asksAgain bool
	// found is the call that is attempted; retrier is the call that hands it to a
	// function that runs it again, closing the one that starts a function over.
	found            candidate
	retrier, closing ssa.CallInstruction
}

// Operation is what is attempted.
type Operation struct {
	Pos token.Pos
	// ID is the full name of the function, Text its name for messages.
	ID, Text string
	Remote   reach.Level
	// Via is the function further down that reaches the other process.
	Via string
}

// Path is one way from a failed attempt to the next.
type Path struct {
	// Conditions are what was assumed on the way.
	Conditions []exec.Cond
	// Pauses are those of the first round that waits.
	Pauses []exec.Pause
	Wait   Wait
	// Changes says that something was called in between that may have changed
	// what the next attempt meets.
	Changes bool
	// repairs says that something was done between two attempts that could have failed.
	repairs bool
	// pauses are those of all rounds, each once.
	pauses []exec.Pause
	// given are the places of the waits; nil if there is none, or if one of them is
	// waited more than once between two attempts.
	given []token.Pos
}

// run finds the sites of a package.
func run(pass *analysis.Pass) (any, error) {
	p := &pkg{
		pass:    pass,
		reach:   pass.ResultOf[reach.Analyzer].(*reach.Package),
		clients: pass.ResultOf[clients.Analyzer].(*clients.Package),
		cfg:     pass.ResultOf[settings.Analyzer].(*settings.Settings),
	}
	cfg := p.cfg
	if reach.IsStandard(pass.Pkg.Path()) && !cfg.Dependencies {
		// What the standard library does by itself is known from a table.
		return &Result{Skipped: true}, nil
	}
	p.bodies = newBodies(p)
	shown := cfg.Analyses(pass)
	var timed []clients.Timed
	if shown {
		timed = p.clients.Timed()
	}
	sites := shown && (len(timed) > 0 || p.hasCandidate())
	exported, more := p.worthExporting(shown)
	var chains *summaries
	linked := false
	if shown {
		chains = p.gatherSummaries()
		linked = sites || chains.concerned() || p.isTold()
	}
	carries := p.mayCarry(shown)
	if !linked && !carries && len(exported)+len(more) == 0 && !p.hasSetting() {
		return &Result{Skipped: !shown}, nil
	}
	p.scopes = make(map[*ssa.Function]*exec.Scope)
	p.receivers = make(map[*ssa.Function]bool)
	p.build()
	p.export(exported, more)
	p.carriers = newCarriers(p)
	if carries {
		// The sites come first: what is exported has what they leave of the budget.
		defer p.exportOutcomes()
	}
	if !linked {
		return &Result{Skipped: !shown}, nil
	}
	res := new(Result)
	if sites {
		res = p.find()
	}
	res.source, res.clients = newSource(pass, p.reach), p.clients
	p.windows(res)
	p.deaf(res)
	p.fresh(res)
	res.Endless = p.endless(timed)
	chains.add(res)
	chains.export()
	res.Chains = chains.chains()
	res.from = chains.from
	return res, nil
}

// pkg is the package at hand.
type pkg struct {
	pass    *analysis.Pass
	reach   *reach.Package
	clients *clients.Package
	cfg     *settings.Settings

	ssa     *ssa.Package
	funcs   []*ssa.Function
	machine *exec.Machine
	bodies  *bodies
	// carriers knows which errors functions return.
	carriers *carriers
	calls    map[token.Pos]*ast.CallExpr
	// scopes are what closures capture; finding out runs what is around them.
	scopes map[*ssa.Function]*exec.Scope
	// receivers tells which functions receive until that fails, see keepsReceiving.
	receivers map[*ssa.Function]bool
}

// hasCandidate reports whether the package has a loop, a jump back or a recursion
// around a call that may fail, or hands such a call to a function: only then SSA
// is worth its price.
func (p *pkg) hasCandidate() bool {
	for _, file := range p.pass.Files {
		if reach.InTest(p.pass.Fset, file.FileStart) && !p.cfg.AnalysesTests() {
			continue
		}
		for n := range ast.Preorder(file) {
			switch n := n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				if p.holdsAttempt(n) {
					return true
				}
			case *ast.BlockStmt:
				if p.repeatsAttempt(n.List) {
					return true
				}
			case *ast.CaseClause:
				if p.repeatsAttempt(n.Body) {
					return true
				}
			case *ast.CommClause:
				if p.repeatsAttempt(n.Body) {
					return true
				}
			case *ast.CallExpr:
				if p.handsOperationOn(n) || p.clients.IsRetrier(n) {
					return true
				}
				if slices.ContainsFunc(n.Args, p.isRemoteLiteral) {
					return true
				}
			case *ast.KeyValueExpr:
				// It may be handed to a function within a structure.
				if p.isRemoteLiteral(n.Value) && isOperation(p.pass.TypesInfo.TypeOf(n.Value)) {
					return true
				}
			}
		}
	}
	return p.reach.Recursive()
}

// isRemoteLiteral reports whether an expression is a function literal that reaches another
// process.
func (p *pkg) isRemoteLiteral(x ast.Expr) bool {
	lit, ok := ast.Unparen(x).(*ast.FuncLit)
	return ok && p.reach.Literal(lit).Remote > reach.Local
}

// holdsAttempt reports whether there is a call within a node that may be an attempt.
func (p *pkg) holdsAttempt(n ast.Node) bool {
	for inner := range ast.Preorder(n) {
		if call, ok := inner.(*ast.CallExpr); ok && p.mayBeAttempt(call) {
			return true
		}
	}
	return false
}

// repeatsAttempt reports whether a jump back to a label in a list of statements may lead to
// an attempt: all that follows the label can be repeated.
func (p *pkg) repeatsAttempt(list []ast.Stmt) bool {
	first := slices.IndexFunc(list, func(stmt ast.Stmt) bool {
		_, ok := stmt.(*ast.LabeledStmt)
		return ok
	})
	return first >= 0 && slices.ContainsFunc(list[first:], func(stmt ast.Stmt) bool { return p.holdsAttempt(stmt) })
}

// handsOperationOn reports whether a call gives an operation that the caller got
// itself to a function of another package that may run it again.
func (p *pkg) handsOperationOn(call *ast.CallExpr) bool {
	fn, ok := typeutil.Callee(p.pass.TypesInfo, call).(*types.Func)
	if !ok || !p.bodies.exports(fn.Origin()) {
		return false
	}
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		for n := range ast.Preorder(arg) {
			if id, ok := n.(*ast.Ident); ok {
				if v, ok := p.pass.TypesInfo.Uses[id].(*types.Var); ok && !v.IsField() && isOperation(v.Type()) {
					return true
				}
			}
		}
		return false
	})
}

// mayBeAttempt reports whether a call returns an error, or turns one into a flag, and does not
// surely stay within the process.
func (p *pkg) mayBeAttempt(call *ast.CallExpr) bool {
	tv, ok := p.pass.TypesInfo.Types[call.Fun]
	if !ok || tv.IsType() || tv.IsBuiltin() {
		return false
	}
	sig, ok := tv.Type.Underlying().(*types.Signature)
	if !ok {
		return false
	}
	fn, ok := typeutil.Callee(p.pass.TypesInfo, call).(*types.Func)
	if !reach.ReturnsError(sig) {
		return ok && fn.Pkg() == p.pass.Pkg && sig.Results().Len() == 1 && isBool(sig.Results().At(0).Type()) && p.reach.Func(fn).Remote > reach.Local
	}
	if !ok || p.reach.Func(fn).Remote > reach.Local || p.reach.ChildProcess(call.Lparen).Remote > reach.Local {
		return true
	}
	// The answer of a call that reaches another process may be asked for the error.
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	asked, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok = typeutil.Callee(p.pass.TypesInfo, asked).(*types.Func)
	return ok && p.reach.Func(fn).Remote == reach.Remote
}
