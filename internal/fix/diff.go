package fix

import (
	"fmt"
	"strings"
)

// context is the number of unchanged lines around a change.
const context = 3

// op is a line of a comparison: kept, deleted or inserted.
type op struct {
	kind byte
	line string
}

// unified returns the difference of two texts as a unified diff.
func unified(oldName, newName, a, b string) string {
	if a == b {
		return ""
	}
	ops := compare(strings.SplitAfter(a, "\n"), strings.SplitAfter(b, "\n"))
	var w strings.Builder
	fmt.Fprintf(&w, "--- %s\n+++ %s\n", oldName, newName)
	oldLine, newLine := 1, 1
	for i := 0; i < len(ops); {
		if ops[i].kind == ' ' {
			i++
			oldLine++
			newLine++
			continue
		}
		// A hunk goes on while changes are near each other.
		from, to := max(i-context, 0), i
		for last := i; last < len(ops) && last <= to+2*context; last++ {
			if ops[last].kind != ' ' {
				to = last
			}
		}
		to = min(to+context+1, len(ops))
		oldLine -= i - from
		newLine -= i - from
		var body strings.Builder
		oldCount, newCount := 0, 0
		for _, o := range ops[from:to] {
			if o.kind != '+' {
				oldCount++
			}
			if o.kind != '-' {
				newCount++
			}
			body.WriteByte(o.kind)
			body.WriteString(o.line)
			if !strings.HasSuffix(o.line, "\n") {
				body.WriteString("\n\\ No newline at end of file\n")
			}
		}
		fmt.Fprintf(&w, "@@ -%s +%s @@\n%s", lines(oldLine, oldCount), lines(newLine, newCount), body.String())
		oldLine += oldCount
		newLine += newCount
		i = to
	}
	return w.String()
}

// lines returns a range of lines as a hunk names it.
func lines(from, count int) string {
	if count == 0 {
		from--
	}
	return fmt.Sprintf("%d,%d", from, count)
}

// compare returns how to make one list of lines from another. Fixes change little, so what is
// alike at both ends goes first, and the rest is compared line by line.
func compare(a, b []string) []op {
	trim := func(lines []string) []string {
		if len(lines) > 0 && lines[len(lines)-1] == "" {
			return lines[:len(lines)-1]
		}
		return lines
	}
	a, b = trim(a), trim(b)
	var ops, tail []op
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		ops = append(ops, op{' ', a[0]})
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		tail = append(tail, op{' ', a[len(a)-1]})
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	ops = append(ops, middle(a, b)...)
	for i := len(tail) - 1; i >= 0; i-- {
		ops = append(ops, tail[i])
	}
	return ops
}

// maxLines is the number of lines up to which lists are compared line by line.
const maxLines = 4000

// middle compares two lists by their longest common subsequence.
func middle(a, b []string) []op {
	var ops []op
	if len(a) > maxLines || len(b) > maxLines {
		for _, line := range a {
			ops = append(ops, op{'-', line})
		}
		for _, line := range b {
			ops = append(ops, op{'+', line})
		}
		return ops
	}
	// common[i][j] is the length of that of a[i:] and b[j:].
	common := make([][]int16, len(a)+1)
	for i := range common {
		common[i] = make([]int16, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			ops = append(ops, op{' ', a[i]})
			i++
			j++
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			ops = append(ops, op{'-', a[i]})
			i++
		default:
			ops = append(ops, op{'+', b[j]})
			j++
		}
	}
	return ops
}
