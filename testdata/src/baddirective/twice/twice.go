// Package twice says the same twice.
package twice

// F asks.
//
//retrylint:attempts 4
//retrylint:callers 2
//retrylint:attempts 5 // want `^attempts is given twice for F$`
func F() {}
