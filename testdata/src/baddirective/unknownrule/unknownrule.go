// Package unknownrule ignores rules that there are none of.
package unknownrule

func f() {
	//retrylint:ignore nojiter it is right here // want `^unknown rule "nojiter", did you mean "nojitter"\?$`
	for range 3 {
	}
	//retrylint:ignore nojitter,errcheck it is right here // want `^unknown rule "errcheck"; known are baddirective, .*nojitter`
	for range 3 {
	}
	//retrylint:ignore nojitter, baddirective it is right here // want `^unknown rule ""; known are baddirective, .*nojitter`
	for range 3 {
	}
}
