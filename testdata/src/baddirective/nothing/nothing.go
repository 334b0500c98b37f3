// Package nothing ignores where there is nothing.
package nothing

func f() {
	for range 3 {
		//retrylint:ignore nojitter it is right here // want `^ignore stands above nothing: put it on the line of the finding, above the statement, in the comment of the declaration or above the package clause$`
	}
	//retrylint:ignore nojitter it is right here // want `^ignore stands above nothing: `

	for range 3 {
	}
}

//retrylint:ignore nojitter it is right here // want `^ignore stands above nothing: `
