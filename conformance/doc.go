// Package conformance holds what retrylint prints against the definitions of others.
//
// It is a module of its own, so that the tool does not depend on what that takes.
package conformance
