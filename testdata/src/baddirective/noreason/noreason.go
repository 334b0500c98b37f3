// Package noreason ignores without a reason.
package noreason

func f() {
	//retrylint:ignore nojitter // want `^ignore gives no reason: write //retrylint:ignore rule reason$`
	for range 3 {
	}
	//retrylint:ignore // want `^ignore names no rule and gives no reason: write //retrylint:ignore rule reason$`
	for range 3 {
	}
	//retrylint:ignore nojiter // want `^unknown rule "nojiter", did you mean "nojitter"\?$` `^ignore gives no reason: `
	for range 3 {
	}
}
