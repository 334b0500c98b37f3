package statustest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Claim is what the tool says of a program: which answers lead to another attempt, which
// do not, and whether the former are all. Answers are as records have them: ranges of
// statuses such as "400-407", and names of codes.
type Claim struct {
	Again, Stops []string
	Exact        bool
}

// Disagreements returns what a claim says otherwise than what was observed: of the answers
// that were asked for, those that led to another attempt.
func (c Claim) Disagreements(asked []string, again map[string]bool) []string {
	claimed, stops := expand(c.Again), expand(c.Stops)
	var found []string
	for _, a := range asked {
		switch {
		case claimed[a] && !again[a]:
			found = append(found, a+" is said to come back and does not")
		case stops[a] && again[a]:
			found = append(found, a+" is said to stop and comes back")
		case c.Exact && !claimed[a] && again[a]:
			found = append(found, a+" comes back and is not said to")
		}
	}
	return found
}

// expand returns the answers of a list, each number of a range on its own.
func expand(list []string) map[string]bool {
	all := make(map[string]bool)
	for _, entry := range list {
		first, last, isRange := strings.Cut(entry, "-")
		if !isRange {
			all[entry] = true
			continue
		}
		from, _ := strconv.Atoi(first)
		to, _ := strconv.Atoi(last)
		for n := from; n <= to; n++ {
			all[strconv.Itoa(n)] = true
		}
	}
	return all
}

// Comparison is how many programs were claimed to do what they do.
type Comparison struct {
	// Programs are all, Exact those for which the claim is exact or there is nothing to
	// claim, and Open those of which not everything is known. Of Silent ones, nothing is
	// said although they ask again.
	Programs, Exact, Open, Silent int
	// Answers is the number of answers that were compared.
	Answers int
	// Wrong are the programs of which something else is claimed, Unknown those that are
	// open or silent.
	Wrong, Unknown []string
	// Noticed is the number of mistakes that make a claim wrong, by what was changed; Missed
	// are those that should and do not.
	Noticed map[string]int
	Missed  []string
}

// Compare holds claims against what was observed, both by the name of the program: the
// answers of which each led to another attempt. A program with a mistake is compared with
// the original as well, from which it must differ.
func Compare(programs []Program, claims map[string]Claim, observed map[string]map[string]bool) Comparison {
	c := Comparison{Programs: len(programs), Noticed: make(map[string]int)}
	for _, p := range programs {
		asked, again := p.in.Answers(), observed[p.Name]
		claim, ok := claims[p.Name]
		switch {
		case claim.Exact || len(again) == 0:
			c.Exact++
		case ok:
			c.Open++
			c.Unknown = append(c.Unknown, p.String())
		default:
			c.Silent++
			c.Unknown = append(c.Unknown, p.String())
		}
		if ok {
			c.Answers += len(asked)
			if d := claim.Disagreements(asked, again); len(d) > 0 {
				c.Wrong = append(c.Wrong, fmt.Sprintf("%s: %d answers: %s", p, len(d), strings.Join(d[:min(3, len(d))], "; ")))
			}
		}
		if original := observed[p.original]; p.Mistake != "" && claim.Exact && !maps.Equal(original, again) {
			if len(claim.Disagreements(asked, original)) > 0 {
				c.Noticed[p.Mistake]++
			} else {
				c.Missed = append(c.Missed, p.String())
			}
		}
	}
	return c
}

// String returns the numbers.
func (c Comparison) String() string {
	noticed := 0
	for _, n := range c.Noticed {
		noticed += n
	}
	return fmt.Sprintf("%d programs: %d exact, %d open, %d silent; %d answers compared; %d mistakes of %d kinds noticed: %s",
		c.Programs, c.Exact, c.Open, c.Silent, c.Answers, noticed, len(c.Noticed), strings.Join(slices.Sorted(maps.Keys(c.Noticed)), ", "))
}

// Answers returns all answers of the protocol, as claims have them.
func (in *Protocol) Answers() []string {
	var all []string
	for n := in.from; n <= in.to; n++ {
		all = append(all, in.answer(n))
	}
	return all
}
