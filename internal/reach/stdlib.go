package reach

import "strings"

// remoteMethods lists, per package of the standard library, the functions and
// methods that reach another process; a trailing * stands for any ending. A
// promoted method goes by the type that declares it, as the conn in TCPConn. The
// standard library exports no facts, since drivers drop them. Source: the
// packages' documentation and code of Go 1.26.
var remoteMethods = map[string][]string{
	"net": {
		"Dial*", "Lookup*", "(*Dialer).Dial*", "(*Resolver).Lookup*",
		// What a socket without a peer receives was asked for by others: ReadFrom is none of these.
		"(Conn).Read", "(Conn).Write", "(*conn).Read", "(*conn).Write", "(*UDPConn).Write*", "(*UnixConn).Write*", "(PacketConn).WriteTo",
	},
	"net/http": {
		"Get", "Head", "Post", "PostForm",
		"(*Client).Do", "(*Client).Get", "(*Client).Head", "(*Client).Post", "(*Client).PostForm",
		"(RoundTripper).RoundTrip", "(*Transport).RoundTrip",
	},
	"net/http/httputil": {"(*ClientConn).Do"},
	"net/rpc":           {"Dial*", "(*Client).Call"},
	"net/rpc/jsonrpc":   {"Dial"},
	"net/smtp":          {"Dial", "SendMail", "(*Client).*"},
	"net/textproto":     {"Dial", "(*Conn).Cmd"},
	"crypto/tls":        {"Dial*", "(*Dialer).Dial*", "(*Conn).Handshake*", "(*Conn).Read", "(*Conn).Write"},
	"log/syslog":        {"Dial"},
	"database/sql": {
		"(*DB).Ping*", "(*DB).Query*", "(*DB).Exec*", "(*DB).Begin*", "(*DB).Prepare*", "(*DB).Conn",
		"(*Tx).Query*", "(*Tx).Exec*", "(*Tx).Prepare*", "(*Tx).Commit", "(*Tx).Rollback",
		"(*Stmt).Query*", "(*Stmt).Exec*",
		"(*Conn).Ping*", "(*Conn).Query*", "(*Conn).Exec*", "(*Conn).Begin*", "(*Conn).Prepare*",
		"(*Row).Scan",
	},
	"database/sql/driver": {
		"(Connector).Connect", "(Driver).Open", "(Conn).Begin", "(ConnBeginTx).BeginTx", "(Pinger).Ping",
		"(QueryerContext).QueryContext", "(ExecerContext).ExecContext",
		"(StmtQueryContext).QueryContext", "(StmtExecContext).ExecContext", "(Stmt).Exec", "(Stmt).Query",
	},
}

// sameMachine lists the packages outside of the standard library that only talk to
// services of the machine they run on.
var sameMachine = []string{"github.com/godbus/dbus", "github.com/coreos/go-systemd"}

// waitMethods lists the functions that block until a time has passed.
var waitMethods = map[string][]string{
	"time": {"Sleep"},
}

// Standard returns the summary of a function of the standard library, given its
// full name and the path of its package.
func Standard(pkg, fullName string) Summary {
	name := Relative(pkg, fullName)
	return Summary{
		Remote: levelIf(matches(remoteMethods[pkg], name)),
		Waits:  matches(waitMethods[pkg], name),
	}
}

func levelIf(remote bool) Level {
	if remote {
		return Remote
	}
	return Local
}

func matches(patterns []string, name string) bool {
	for _, p := range patterns {
		if prefix, ok := strings.CutSuffix(p, "*"); ok && strings.HasPrefix(name, prefix) || p == name {
			return true
		}
	}
	return false
}

// Relative returns a function's full name without the path of its package.
func Relative(pkg, fullName string) string {
	return strings.Replace(fullName, pkg+".", "", 1)
}

// standardRoots are the first elements of the paths of the standard library. A
// pass does not say which packages those are, and a path without a dot may as
// well be a module's or a test's.
var standardRoots = map[string]bool{
	"archive": true, "bufio": true, "builtin": true, "bytes": true, "cmd": true, "cmp": true, "compress": true,
	"container": true, "context": true, "crypto": true, "database": true, "debug": true, "embed": true,
	"encoding": true, "errors": true, "expvar": true, "flag": true, "fmt": true, "go": true, "hash": true,
	"html": true, "image": true, "index": true, "internal": true, "io": true, "iter": true, "log": true,
	"maps": true, "math": true, "mime": true, "net": true, "os": true, "path": true, "plugin": true,
	"reflect": true, "regexp": true, "runtime": true, "slices": true, "sort": true, "strconv": true,
	"strings": true, "structs": true, "sync": true, "syscall": true, "testing": true, "text": true,
	"time": true, "unicode": true, "unique": true, "unsafe": true, "vendor": true, "weak": true,
}

// IsStandard reports whether pkg is the path of a package of the standard library.
func IsStandard(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return standardRoots[first]
}
