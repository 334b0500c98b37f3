// Package spaced has comments that look like directives and are none.
package spaced

// retrylint:attempts 4 // want `^a directive has no spaces before its verb: write //retrylint:attempts 4`
func f() {
	//  retrylint:ignore nojitter it is right here // want `^a directive has no spaces before its verb: write //retrylint:ignore nojitter it is right here`
	for range 3 {
	}
	//retrylint: ignore nojitter it is right here // want `^a directive has no spaces before its verb: write //retrylint:ignore nojitter it is right here$`
	for range 3 {
	}
}

// retrylint:Callers 4 // want `^a directive has no spaces before its verb: write //retrylint:callers 4$`
func g() {}
