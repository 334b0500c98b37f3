// Package baddirective defines the rule that checks the directives of retrylint in
// source.
//
// # Analyzer baddirective
//
// baddirective: find directives of retrylint that cannot be obeyed, or that ignore nothing
//
// # What it reports
//
// A directive is a comment that begins with //retrylint: and a verb, without a
// space behind the slashes, as those of Go do. There are four:
//
//	//retrylint:ignore nojitter the server draws the wait
//	//retrylint:attempts 4
//	//retrylint:callers 3
//	//retrylint:remote
//
// ignore silences findings of a rule, or of several that are separated by commas,
// and says why they are right as they are. It holds for
//
//   - the line that it stands on, behind the code;
//   - the statement that begins on the next line, with everything in it, if it stands
//     on a line of its own: a loop, most of the time;
//   - the function or other declaration in whose comment it stands;
//   - the file, if it stands above the package clause.
//
// The finding that it is meant for must begin there: it is the place that the
// report names. An ignore of nestedretry at a retry site silences also the chains that
// callers build on what lies there, in other packages too.
//
// attempts, in the comment of a function, says that one call makes up to so many
// attempts, the first included, of what it repeats: of what a loop in its body calls, of
// what it is handed and runs, or, where nothing is seen to be repeated, of all that its
// body calls. At an interface's method it stands for what the implementations
// do. callers says that whoever calls the function from outside of the program, such as a
// queue or a mesh, makes up to so many attempts itself. remote, in the comment of a function, of an interface's
// method or of a type, says that its calls reach another process: of a type, those
// of its methods, or of itself if it is a function. The packages that import
// this one know of all three.
//
// Reported are directives with another verb, an ignore of an unknown rule or without a
// reason, a number that is none, and a directive that stands where it says nothing.
// A run of the command over all packages of a module reports also each ignore that
// silences nothing, because chains that begin in another package may need it: a
// run over some packages, or go vet by itself, cannot tell.
//
// # Why
//
// A directive that is not understood does nothing, and nobody notices: its author
// believes that it is said. An ignore without a reason asks the next reader to find out
// again whether it is right, and one that has outlived its finding hides the next one.
//
// # Flagged
//
// There is no such rule:
//
//	func load(db *sql.DB) {
//		// unknown rule "nojiter", did you mean "nojitter"?
//		//retrylint:ignore nojiter the server spreads its clients
//		for db.Ping() != nil {
//			time.Sleep(time.Second)
//		}
//	}
//
// The reason is missing:
//
//	func load(db *sql.DB) {
//		// ignore gives no reason: write //retrylint:ignore rule reason
//		//retrylint:ignore nojitter
//		for db.Ping() != nil {
//			time.Sleep(time.Second)
//		}
//	}
//
// A directive has no space behind the slashes: this is a comment for people:
//
//	// a directive has no spaces before its verb: write //retrylint:attempts 4
//	// retrylint:attempts 4
//	func get(ctx context.Context, key string, ask func(context.Context, string) error) error {
//		return ask(ctx, key)
//	}
//
// It stands in the body, where it says nothing of the function:
//
//	func get(ctx context.Context, key string, ask func(context.Context, string) error) error {
//		// attempts stands where it says nothing: put it in the comment of a function or of an
//		// interface's method
//		//retrylint:attempts 4
//		return ask(ctx, key)
//	}
//
// # Accepted
//
// The reason says why the rule does not apply:
//
//	func load(db *sql.DB) {
//		//retrylint:ignore nojitter there is one client, and it is alone with its server
//		for db.Ping() != nil {
//			time.Sleep(time.Second)
//		}
//	}
//
// Both say what no source in sight shows:
//
//	// Get returns the value of a key. It asks each of four replicas until one answers.
//	//
//	//retrylint:attempts 4
//	func Get(ctx context.Context, key string, ask func(context.Context, string) error) error {
//		return ask(ctx, key)
//	}
//
//	// Store keeps values for others. All implementations are services.
//	//
//	//retrylint:remote
//	type Store interface {
//		Load(key string) ([]byte, error)
//	}
//
// # Not reported
//
// Comments that only mention a directive, and directives of other tools.
//
// Whether what attempts, callers and remote say is true.
//
// # Options
//
// None. Directives in tests and in generated files are looked at with -tests and
// -generated.
//
// # References
//
//   - Go Doc Comments, on directives: https://go.dev/doc/comment
package baddirective
