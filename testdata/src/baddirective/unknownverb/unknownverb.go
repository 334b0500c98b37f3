// Package unknownverb has directives of which there are none.
package unknownverb

//retrylint:ingore nojitter the server draws the wait // want `^unknown directive "ingore", did you mean "ignore"\?$`
func f() {}

func g() {
	//retrylint:Ignore nojitter it is right here // want `^unknown directive "Ignore", did you mean "ignore"\?$`
	for range 3 {
	}
}

//retrylint:timeout 4s // want `^unknown directive "timeout"; known are attempts, callers, ignore, remote$`
func h() {}
