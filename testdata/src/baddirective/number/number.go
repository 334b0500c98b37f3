// Package number gives numbers that are none.
package number

//retrylint:attempts four // want `^attempts takes one whole number from 1 to 1000000, such as //retrylint:attempts 4, and got "four"$`
func f() {}

//retrylint:attempts // want `^attempts takes one whole number from 1 to 1000000, such as //retrylint:attempts 4, and got nothing$`
func g() {}

//retrylint:callers 0 // want `^callers takes one whole number from 1 to 1000000, such as //retrylint:callers 4, and got "0"$`
func h() {}

//retrylint:callers -3 // want `got "-3"$`
func i() {}

//retrylint:callers 3 times // want `got "3 times"$`
func j() {}

//retrylint:callers 99999999999999999999 // want `got "99999999999999999999"$`
func k() {}

//retrylint:remote yes // want `^remote takes no arguments, and got "yes": write //retrylint:remote$`
func l() {}
