// Package spelling finds the word that was probably meant by one that is misspelt.
package spelling

import "strings"

// Nearest returns the one of some words that was probably meant by another, "" if that
// is like none of them. Of several that are as near, the first is returned.
func Nearest(word string, words []string) string {
	best, bestDistance := "", 0
	for _, w := range words {
		if d := distance(strings.ToLower(word), strings.ToLower(w)); best == "" || d < bestDistance {
			best, bestDistance = w, d
		}
	}
	// With more than half of it changed, any word becomes any other.
	if bestDistance > len(best)/2 {
		return ""
	}
	return best
}

// distance returns the number of bytes to insert, delete, replace or swap with their
// neighbours that turn a into b.
func distance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(row[j+1]+1, next[j]+1, row[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
