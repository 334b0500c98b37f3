// Package catalog holds what is known of Go libraries that retry: which functions
// run a callback again, which clients repeat their requests, how often, after what
// wait and on which answers, and what sets or unsets that.
//
// The data are one YAML file a library, in the directory catalog at the root of the
// module; docs/adding-a-library.md describes the format. [Parse] reads a file,
// strictly; files of users are read by the same code. The files of the module are
// turned into Go code by go generate (package builtin), so that a run parses
// nothing.
//
// Attempts are total tries, the first included. Libraries that count retries are
// converted here, by [Setting.Attempts] and [Setting.ByDefault], and nowhere else.
package catalog

import "time"

// Library is what one file says. The lists are in the order of the file.
type Library struct {
	// Name is that of the file, as messages print it: "go-redis".
	Name string `yaml:"library"`
	// About is one line on what the library is for.
	About string `yaml:"about"`
	// Modules are those that the facts are about.
	Modules []Module `yaml:"modules"`
	// Imports are the packages, by the names that symbols of the file begin with. In
	// a path, * stands for one element, and ... for any number of them: a class of
	// packages.
	Imports map[string]string `yaml:"imports"`

	Retriers  []Retrier    `yaml:"retriers"`
	Clients   []Client     `yaml:"clients"`
	Settings  []Setting    `yaml:"settings"`
	Backoffs  []Backoff    `yaml:"backoffs"`
	Policies  []Policy     `yaml:"policies"`
	Marks     []Mark       `yaml:"marks"`
	Errors    []ErrorClass `yaml:"errors"`
	Guards    []Guard      `yaml:"guards"`
	Strippers []Stripper   `yaml:"strippers"`
}

// Module is a module that a library is made of.
type Module struct {
	// Path is the path of the module, "std" for the standard library. It may hold *
	// as the path of a package may.
	Path string `yaml:"path"`
	// Oldest and Newest are the versions the facts were checked against; the facts
	// hold between them, and are taken to hold after Newest.
	Oldest string `yaml:"oldest"`
	Newest string `yaml:"newest"`
}

// Symbol names what a package declares, as go doc does: the name of the package as
// given in the imports of the file, and the name of a function, a variable or a
// type, or of a method or a field after that of its type: "redis.NewClient",
// "redis.Client.Process", "redis.Options.MaxRetries". Pointers and type parameters
// are left out. A method that is promoted from an embedded type, and a type that is
// an alias, go by what declares them. Fields of fields go on with a dot:
// "sarama.Config.Producer.Retry.Max".
//
// The last name may be, or end in, * for any exported name, and the name of a type
// may hold one: a class of functions.
type Symbol struct {
	// Path is that of the package; it may be that of a class of packages.
	Path string
	// Name is what follows the name of the package: "Client.Process".
	Name string
}

// TypeRef names a type with its path, or with the name of its package as given in the
// imports of the file: "context.Context", "error", "net/http.Client". Pointers are
// left out; three dots before it stand for a variadic parameter.
type TypeRef string

// Fact is what all entries have. An entry may be about several symbols of which the
// same is known.
type Fact struct {
	// Since and Until bound the versions of the module that the entry holds for:
	// from Since on, and before Until. An entry without them holds for all.
	Since string `yaml:"since"`
	Until string `yaml:"until"`
	// Added is the version that first declares the symbols, where that is after the
	// oldest one that was checked. It says where to look for them, and nothing of what
	// holds.
	Added string `yaml:"added"`
	// Source is where the library says so: module@version/file:line.
	Source string `yaml:"source"`
	// Proof says how the entry is known.
	Proof Proof `yaml:"proof"`
	// Note is what a reader should know besides, in a few words.
	Note string `yaml:"note"`
}

// Retrier is a function that runs a callback until it succeeds.
type Retrier struct {
	Fact
	// Symbols are the functions or methods.
	Symbols []Symbol `yaml:"symbol"`
	// Callback is the parameter that is run again; None if the caller runs its
	// operation itself, in a loop around the call.
	Callback Place `yaml:"callback"`
	// Config are the places of what configures it, those that win over others last.
	Config []Place `yaml:"config"`
	// Attempts are those without any configuration. The default is what the setting
	// for attempts among Settings says, else unknown.
	Attempts Bound `yaml:"attempts"`
	// Settings are what changes the retrier, besides what is given in Config.
	Settings []Symbol `yaml:"settings"`
	// Wait is the wait without any configuration.
	Wait Wait `yaml:"wait"`
	// Decision says which failures are tried again without any configuration.
	Decision Decision `yaml:"decision"`
	// Poll says that the callback's error ends the run: it comes back only for
	// "not yet".
	Poll bool `yaml:"poll"`
	// Periodic says that success comes back too: the function runs for ever.
	Periodic bool `yaml:"periodic"`
	// Optimistic says that only a lost race is run again.
	Optimistic bool `yaml:"optimistic"`
	// Context says that the end of a context that the function is given ends the
	// waits.
	Context bool `yaml:"context"`
}

// Client is something whose calls repeat requests by themselves.
type Client struct {
	Fact
	// Name is unique in the library, for messages: "redis.Client".
	Name string `yaml:"name"`
	// Types are the types of its values; a call of a function that several clients
	// have is that of the client whose type the receiver has. Interfaces stand for
	// clients that cannot be told apart.
	Types []Symbol `yaml:"types"`
	// Calls are the functions that send requests.
	Calls []Calls `yaml:"calls"`
	// Constructors make values of the client.
	Constructors []Constructor `yaml:"made-by"`
	// Attempts are those without any configuration, for calls that do not say
	// otherwise. The default is what the first setting for attempts among Settings
	// says.
	Attempts Bound `yaml:"attempts"`
	// Sometimes are numbers of attempts that hold only in a case which a reader of
	// the code cannot see.
	Sometimes []Sometimes `yaml:"sometimes"`
	// Settings are what changes the client. The first that sets attempts is the one
	// that messages name.
	Settings []Symbol `yaml:"settings"`
	// Off are the edits that turn the retries off, as they stand in source, the best
	// first: "MaxRetries: -1".
	Off []string `yaml:"off"`
	// Decision says which answers are tried again by default.
	Decision Decision `yaml:"decision"`
	// Wait is the wait by default.
	Wait Wait `yaml:"wait"`
	// RetryAfter says what becomes of the server's wish.
	RetryAfter RetryAfter `yaml:"retry-after"`
	// Budget says what bounds the retries of all calls together, "" if nothing does.
	Budget string `yaml:"budget"`
	// Errors are the classes of errors that calls return, by name.
	Errors []string `yaml:"returns"`
}

// Calls is a set of functions that behave alike.
type Calls struct {
	Fact
	// Symbols are functions or methods.
	Symbols []Symbol `yaml:"symbol"`
	// Except are those that are not meant.
	Except []Symbol `yaml:"except"`
	// Takes is the type that one of the parameters must have, "" if any will do;
	// that of a variadic parameter begins with three dots.
	Takes TypeRef `yaml:"takes"`
	// Gives is the type that one of the results must have.
	Gives TypeRef `yaml:"gives"`
	// Config are the places of what configures a call; the default is the receiver.
	Config []Place `yaml:"config"`
	// Attempts are those without any configuration, where they differ from the
	// client's.
	Attempts Bound `yaml:"attempts"`
	// Decision says which answers are tried again, where it differs.
	Decision Decision `yaml:"decision"`
	// Fixed says that the attempts cannot be set.
	Fixed bool `yaml:"fixed"`
	// Operation is what kind of operation it is, where the kinds differ: "read".
	Operation string `yaml:"operation"`
}

// Constructor is a function, or a type that is used as a literal, that makes a value
// of a client.
type Constructor struct {
	Fact
	Symbols []Symbol `yaml:"symbol"`
	// Except, Takes and Gives are as for [Calls].
	Except []Symbol `yaml:"except"`
	Takes  TypeRef  `yaml:"takes"`
	Gives  TypeRef  `yaml:"gives"`
	// Config are the places of what configures the value, those that win over
	// others last.
	Config []Place `yaml:"config"`
	// Attempts are those of the value if nothing else is configured, where they differ
	// from the client's.
	Attempts Bound `yaml:"attempts"`
	// As is the type of the value if it is not one of the client's own: the retries
	// are hidden behind it. "net/http.Client", "net/http.RoundTripper",
	// "google.golang.org/grpc.UnaryClientInterceptor".
	As TypeRef `yaml:"as"`
}

// Sometimes is a number of attempts in a case.
type Sometimes struct {
	Attempts Bound  `yaml:"attempts"`
	When     string `yaml:"when"`
	Fact
}

// Setting is something that a program sets to change how often, after what wait, or
// on which answers something is tried again: a field, a function that makes an
// option, a method, a package variable, or a value of a type.
type Setting struct {
	Fact
	Symbols []Symbol `yaml:"symbol"`
	// Argument is the parameter of a function that holds the value. The default is
	// the first.
	Argument Place `yaml:"argument"`
	// Wraps is the parameter whose value the function returns, changed; None if it
	// makes an option, or changes its receiver.
	Wraps Place `yaml:"wraps"`
	// Sets is what it sets.
	Sets Aspect `yaml:"sets"`

	// Counts says whether the value counts attempts or retries. Only for attempts.
	Counts Counts `yaml:"counts"`
	// Default is the value that holds if nothing is set, as a Go expression: "3",
	// "10ms", "nil". "" if there is none: what is configured then decides elsewhere.
	Default string `yaml:"default"`
	// Zero and Negative say what such a value means. Only for attempts.
	Zero     Meaning `yaml:"zero"`
	Negative Meaning `yaml:"negative"`
	// Most is the greatest number of attempts that a value can give, 0 if there is
	// none.
	Most int `yaml:"most"`
	// Limits says that the value is the most that another setting can give, and gives no
	// attempts by itself. Only for attempts.
	Limits bool `yaml:"limits"`
	// Attempts is the number that a setting gives which has no number as its value:
	// an option without a parameter, a switch that is on, a value of a type.
	Attempts Bound `yaml:"attempts"`
	// When is the value of a switch for which Attempts holds: "true", "false",
	// "nil", the name of a constant.
	When string `yaml:"when"`
	// Wait is the wait that the setting gives.
	Wait Wait `yaml:"wait"`
	// Decision is the decision that the setting gives.
	Decision Decision `yaml:"decision"`
}

// Backoff is a function, a variable or a type that gives a wait: a policy to hand to
// a retrier, or a function that computes the next delay.
type Backoff struct {
	Fact
	Symbols []Symbol `yaml:"symbol"`
	Wait    Wait     `yaml:"wait"`
	// Attempts bound the attempts if the backoff ends by itself.
	Attempts Bound `yaml:"attempts"`
	// Config are the places of what configures it.
	Config []Place `yaml:"config"`
	// Settings are what changes it.
	Settings []Symbol `yaml:"settings"`
	// Next says that a call of it returns or sleeps the next wait itself.
	Next bool `yaml:"next"`
}

// Policy is a predicate that decides which failures are tried again.
type Policy struct {
	Fact
	Symbols  []Symbol `yaml:"symbol"`
	Decision Decision `yaml:"decision"`
}

// Mark is a function that marks an error for a retrier.
type Mark struct {
	Fact
	Symbols []Symbol `yaml:"symbol"`
	// Means is "final" or "retriable".
	Means MarkMeaning `yaml:"means"`
	// Wait says that the marked error also gives the next wait.
	Wait bool `yaml:"wait"`
}

// ErrorClass is a class of errors that calls return.
type ErrorClass struct {
	Fact
	// Name is unique in the library.
	Name string `yaml:"name"`
	// Symbols are the types of the errors, or the variables.
	Symbols []Symbol `yaml:"symbol"`
	// Carries says what an error of the class holds: the status, code or SQL state of
	// the answer.
	Carries Carries `yaml:"carries"`
	// Field is the field or method that holds it, "" if none does.
	Field string `yaml:"field"`
	// Final says that an error of the class will be the same the next time.
	Final bool `yaml:"final"`
}

// Guard is a function that makes, or runs a callback under, something that bounds
// retries from without: a budget or a circuit breaker.
type Guard struct {
	Fact
	Symbols []Symbol `yaml:"symbol"`
	// Kind is "breaker", "budget" or "limiter".
	Kind GuardKind `yaml:"kind"`
	// Callback is the parameter that is run, at most once; None if there is none.
	Callback Place `yaml:"callback"`
	// Config are the places of what configures it.
	Config []Place `yaml:"config"`
}

// Stripper is a function, method or field that hands on less than the whole client,
// so that its retries are lost.
type Stripper struct {
	Fact
	Symbols []Symbol `yaml:"symbol"`
	// Client is the name of the client whose retries are lost.
	Client string `yaml:"client"`
	// Gives is what is left: "net/http.Client".
	Gives TypeRef `yaml:"gives"`
	// By is how: "read" if reading the symbol gives something without retries, "write"
	// if giving it another value takes the retries away.
	By Access `yaml:"by"`
}

// Wait says what passes between two attempts.
type Wait struct {
	Kind WaitKind `yaml:"kind"`
	// Jitter says how much of it is random.
	Jitter Jitter `yaml:"jitter"`
	// Base is the first wait, Cap the longest before anything random is added; 0 is
	// unknown for Base, and no bound for Cap.
	Base time.Duration `yaml:"base"`
	Cap  time.Duration `yaml:"cap"`
	// Factor is what a wait that grows is multiplied with, 0 if it grows in another
	// way.
	Factor float64 `yaml:"factor"`
	// Uncapped says that nothing bounds a wait that grows.
	Uncapped bool `yaml:"uncapped"`
}

// IsZero reports whether nothing is said of the wait.
func (w Wait) IsZero() bool { return w == Wait{} }

// RetryAfter says what a library makes of the server's Retry-After.
type RetryAfter struct {
	// Obeyed says that the wait is taken from the header by default.
	Obeyed bool `yaml:"obeyed"`
	// Statuses are those for which it is looked at; empty means all that are retried.
	Statuses []Range `yaml:"statuses"`
	// Cap bounds the wait, 0 if nothing does; Stops says that a longer one ends the
	// retries instead of being cut.
	Cap   time.Duration `yaml:"cap"`
	Stops bool          `yaml:"stops"`
	Note  string        `yaml:"note"`
}

// Decision says which failures are tried again.
type Decision struct {
	// Statuses are those of HTTP.
	Statuses []Range `yaml:"statuses"`
	// Codes are those of gRPC, by their names in google.golang.org/grpc/codes.
	Codes []Code `yaml:"codes"`
	// Names are the names or codes of errors, where the protocol of the server gives them
	// names.
	Names []string `yaml:"names"`
	// Errors are kinds of errors.
	Errors []ErrorKind `yaml:"errors"`
	// Methods are the HTTP methods, or kinds of operations, that are repeated.
	Methods Methods `yaml:"methods"`
	// By is the parameter of a setting or retrier that decides: a predicate, or a
	// list of statuses or codes. None if there is none.
	By Place `yaml:"by"`
	// Replaces says that a setting takes the place of what is decided by default; else it
	// adds to it.
	Replaces bool   `yaml:"replaces"`
	Note     string `yaml:"note"`
}

// IsZero reports whether nothing is said of the decision.
func (d Decision) IsZero() bool {
	return d.Statuses == nil && d.Codes == nil && d.Names == nil && d.Errors == nil && d.Methods == "" && d.By == None && !d.Replaces && d.Note == ""
}
