package model

import (
	"fmt"
	"go/token"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/clients"
	"github.com/retrylint/retrylint/internal/exec"
)

// Endless is a call that a library tries several times, each for a time of its own, with a
// context that never ends.
type Endless struct {
	clients.Timed
	// Declaration is the declared function around the call.
	Declaration string
	// From is what the context begins with: "context.Background".
	From string
}

// Arithmetic returns the worst case in time as messages print it.
func (e *Endless) Arithmetic() string {
	each := int64(e.Timeout)
	if each > math.MaxInt64/int64(e.Attempts) {
		return fmt.Sprintf("%d × %s", e.Attempts, exec.DurationText(each))
	}
	return fmt.Sprintf("%d × %s = %s and the waits", e.Attempts, exec.DurationText(each), exec.DurationText(int64(e.Attempts)*each))
}

// endless returns those of some calls whose context never ends.
func (p *pkg) endless(timed []clients.Timed) []Endless {
	if len(timed) == 0 {
		return nil
	}
	calls := make(map[token.Pos]*ssa.Call)
	for _, fn := range p.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok {
					calls[call.Pos()] = call
				}
			}
		}
	}
	var found []Endless
	for _, t := range timed {
		call := calls[t.Call.Lparen]
		if call == nil {
			continue
		}
		ctx := p.contextArg(&call.Call)
		if ctx == nil {
			continue
		}
		from := ""
		for _, o := range p.derivationsOf(ctx, &body{fn: call.Parent()}) {
			if o.root != NoRoot || len(o.limits) > 0 {
				from = ""
				break
			}
			from = o.name
		}
		if from != "" {
			found = append(found, Endless{Timed: t, Declaration: p.declaration(call.Parent()), From: from})
		}
	}
	return found
}
