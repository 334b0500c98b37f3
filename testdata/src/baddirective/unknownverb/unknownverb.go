// Package unknownverb has directives of which there are none.
package unknownverb

//retrylint:ingore nojitter the server draws the wait // want `^unknown directive "ingore"; did you mean "ignore"\?$`
func f() {}

// retrylint:Attempts 4 // want `^unknown directive "Attempts"; did you mean "attempts"\?$`
func g() {}

//retrylint:timeout 4s // want `^unknown directive "timeout"; known are attempts, callers, ignore, remote$`
func h() {}
