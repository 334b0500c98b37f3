// Package misplaced has directives where they say nothing.
package misplaced

//retrylint:attempts 4 // want `^attempts stands where it says nothing: put it in the comment of a function or of an interface's method$`
type t struct {
	f func() error //retrylint:remote // want `^remote stands where it says nothing: put it in the comment of a function, of an interface's method or of a type$`
}

func f() {
	//retrylint:callers 4 // want `^callers stands where it says nothing: put it in the comment of a function or of an interface's method$`
	g()
	//retrylint:remote // want `^remote stands where it says nothing: `
	g()
	//retrylint:remote // want `^remote stands where it says nothing: `
	type t interface{ m() }
}

//retrylint:attempts 4 // want `^attempts stands where it says nothing: `

func g() {}

//retrylint:remote // want `^remote says nothing of number: it has no methods, and is no function$`
type number int
