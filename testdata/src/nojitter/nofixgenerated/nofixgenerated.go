// The next time it is generated, the fix would be lost.
package nofixgenerated
