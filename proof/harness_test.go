package proof

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/proof/attempts"
)

var update = flag.Bool("update", false, "write what is counted to the directory counted")

// library is what is counted of one library.
type library struct {
	// name is that of the library's file in the catalogue.
	name     string
	subjects []subject
}

// subject is one thing whose attempts are counted, in one configuration and in
// those that differ from it by one option.
type subject struct {
	// symbol is what is called, written as in the catalogue.
	symbol string
	// with is what is set in all counts, as Go source, "" if nothing is.
	with string
	// uses are the symbols of what is set in all counts; "symbol=value" is a switch
	// that is set to the value.
	uses []string
	// plain says that the function returns an error that nothing marks.
	plain bool
	// given are the attempts that the program itself asks for, where the catalogue
	// cannot know.
	given catalog.Bound
	// receiver is the type that the call's receiver has, if the symbol does not tell.
	receiver string
	// aside says that the catalogue has no words for what is counted but its notes.
	aside bool
	// on is the option and the value for a full count, if nothing is retried without.
	on option
	// options are the values to count with.
	options []options
	// methods are the HTTP methods that the call can send; none means that it
	// chooses itself.
	methods []string
	// answer writes the server's failures, nil writes no body.
	answer attempts.Answer
	// timed says that the number of attempts is bounded by time and partly random, so
	// that it cannot be written down.
	timed bool
	// retrier says that the call is given a function that fails, and no server.
	retrier bool
	// server is a server of a protocol other than HTTP, with the faults it knows.
	server func(attempts.Fault) attempts.Server
	faults []attempts.Fault
	// codes says that the statuses of the faults are codes of gRPC.
	codes bool
	// call makes what is counted and calls it once.
	call func(*attempts.Call) error
}

type option struct {
	symbol string
	value  int
}

type options struct {
	symbol string
	values []int
}

var getAndPost = []string{http.MethodGet, http.MethodPost}

// counted is what was counted of a subject in one configuration.
type counted struct {
	option option
	// byMethod holds the counts by HTTP method and fault.
	byMethod map[string]map[attempts.Fault]attempts.Count
	// waits are those of three runs with the fault that is tried most often.
	waits [][]time.Duration
	worst attempts.Fault
}

func (s subject) run(t *testing.T, run int, o option, method string, f attempts.Fault) attempts.Count {
	c := &attempts.Call{Option: o.symbol, Value: o.value, Method: method}
	if s.retrier {
		return attempts.Calls(t, run, c, s.call)
	}
	server := s.server
	if server == nil {
		server = func(f attempts.Fault) attempts.Server { return attempts.HTTP(f, s.answer) }
	}
	return attempts.InMemory(t, run, f, server(f), c, s.call)
}

// allFaults are the faults of a server of HTTP.
func allFaults() []attempts.Fault {
	var faults []attempts.Fault
	for _, code := range attempts.Codes() {
		faults = append(faults, attempts.Status(code))
	}
	return append(faults,
		attempts.After(http.StatusTooManyRequests, retryAfter), attempts.After(http.StatusServiceUnavailable, retryAfter),
		attempts.After(http.StatusServiceUnavailable, retryLater),
		attempts.Refused, attempts.Dropped, attempts.Reset)
}

// The waits that servers wish: one that is short, but is no library's own first
// wait, and one that is longer than what libraries wait by themselves.
const (
	retryAfter = 17 * time.Second
	retryLater = time.Hour
)

func (s subject) count(t *testing.T, o option) counted {
	n := counted{option: o, byMethod: map[string]map[attempts.Fault]attempts.Count{}}
	methods, faults := s.methods, s.faults
	if methods == nil {
		methods = []string{""}
	}
	switch {
	case s.retrier:
		faults = []attempts.Fault{{}}
	case faults == nil:
		faults = allFaults()
	}
	for _, method := range methods {
		counts := map[attempts.Fault]attempts.Count{}
		for _, f := range faults {
			counts[f] = s.run(t, 0, o, method, f)
		}
		n.byMethod[method] = counts
	}
	first := n.byMethod[methods[0]]
	n.worst = worst(faults, first)
	for run := range 3 {
		n.waits = append(n.waits, s.run(t, run, o, methods[0], n.worst).Waits)
	}
	return n
}

// worst returns the fault that is tried most often: a 500 or 503 before others, since
// a throttled request may wait longer, and refused dials only if nothing else is tried
// again, since a client may dial several times an attempt.
func worst(faults []attempts.Fault, counts map[attempts.Fault]attempts.Count) attempts.Fault {
	most := faults[0]
	for _, f := range faults {
		if f.Way != attempts.Refuses && f.RetryAfter == 0 && counts[f].Attempts > counts[most].Attempts {
			most = f
		}
	}
	if counts[most].Attempts <= 1 && counts[attempts.Refused].Attempts > 1 {
		return attempts.Refused
	}
	for _, usual := range []attempts.Fault{attempts.Status(http.StatusInternalServerError), attempts.Status(http.StatusServiceUnavailable)} {
		if n, ok := counts[usual]; ok && n.Attempts == counts[most].Attempts {
			return usual
		}
	}
	return most
}

// random says whether waits differ between runs.
func (n counted) random() bool {
	least := len(n.waits[0])
	for _, waits := range n.waits {
		least = min(least, len(waits))
	}
	for _, waits := range n.waits[1:] {
		if !slices.Equal(waits[:least], n.waits[0][:least]) {
			return true
		}
	}
	return false
}

// obeyed are the statuses with a Retry-After that is waited for.
func (n counted) obeyed(method string) []int {
	var codes []int
	for f, c := range n.byMethod[method] {
		if len(c.Waits) > 0 && f.RetryAfter == retryAfter && c.Waits[0] >= f.RetryAfter && c.Waits[0] <= f.RetryAfter+2*time.Second {
			codes = append(codes, f.Status)
		}
	}
	slices.Sort(codes)
	return codes
}

func attemptsText(c attempts.Count) string {
	if c.Endless {
		return "endless"
	}
	return strconv.Itoa(c.Attempts)
}

// faultsText lists faults, neighbours among the codes that are tried as a range.
func faultsText(faults []attempts.Fault) string {
	codes := attempts.Codes()
	var texts []string
	var from, to int = -2, -2
	flush := func() {
		switch {
		case from < 0:
		case from == to:
			texts = append(texts, strconv.Itoa(codes[from]))
		default:
			texts = append(texts, fmt.Sprintf("%d-%d", codes[from], codes[to]))
		}
		from, to = -2, -2
	}
	for _, f := range faults {
		at := slices.Index(codes, f.Status)
		if f.Way != attempts.Answers || f.RetryAfter > 0 || at < 0 {
			flush()
			texts = append(texts, f.String())
			continue
		}
		if at != to+1 {
			flush()
			from = at
		}
		to = at
	}
	flush()
	return strings.Join(texts, " ")
}

func (n counted) methodText(s subject, method string) []string {
	byAttempts := map[string][]attempts.Fault{}
	order := map[string]int{}
	for f, c := range n.byMethod[method] {
		text := attemptsText(c)
		if s.timed && c.Attempts > 1 && !c.Endless {
			text = "bounded by time"
		}
		byAttempts[text] = append(byAttempts[text], f)
		order[text] = max(order[text], c.Attempts)
	}
	var lines []string
	for _, text := range slices.SortedFunc(maps.Keys(byAttempts), func(x, y string) int { return cmp.Compare(order[y], order[x]) }) {
		faults := byAttempts[text]
		slices.SortFunc(faults, func(x, y attempts.Fault) int {
			return cmp.Or(cmp.Compare(x.Way, y.Way), cmp.Compare(x.RetryAfter, y.RetryAfter), cmp.Compare(x.Status, y.Status), cmp.Compare(x.Text, y.Text))
		})
		line := "attempts " + text
		if !s.retrier {
			line += ": " + faultsText(faults)
		}
		lines = append(lines, line)
	}
	if codes := n.obeyed(method); len(codes) > 0 {
		lines = append(lines, fmt.Sprintf("Retry-After obeyed: %v", codes))
	}
	return lines
}

// text is what the file of counts holds of a configuration.
func (n counted) text(s subject) string {
	var b strings.Builder
	head := "default"
	if n.option.symbol != "" {
		head = short(n.option.symbol) + " " + strconv.Itoa(n.option.value)
	}
	fmt.Fprintf(&b, "  %s\n", head)
	methods := slices.Sorted(maps.Keys(n.byMethod))
	for i, method := range methods {
		lines := n.methodText(s, method)
		if i > 0 && slices.Equal(lines, n.methodText(s, methods[0])) {
			fmt.Fprintf(&b, "    %s as %s\n", method, methods[0])
			continue
		}
		for _, line := range lines {
			fmt.Fprintf(&b, "    %s\n", strings.TrimSpace(method+" "+line))
		}
	}
	switch waits := n.waits[0]; {
	case len(waits) == 0:
	case n.random():
		fmt.Fprintf(&b, "    waits differ between runs\n")
	default:
		fmt.Fprintf(&b, "    waits %s\n", waitsText(waits))
	}
	return b.String()
}

func waitsText(waits []time.Duration) string {
	var texts []string
	for i, w := range waits {
		if i == 12 {
			texts = append(texts, "...")
			break
		}
		texts = append(texts, w.String())
	}
	return strings.Join(texts, " ")
}

// short leaves out the path of a symbol's package, but for its last element.
func short(symbol string) string { return symbol[strings.LastIndexByte(symbol, '/')+1:] }

// text counts a subject and says what was seen.
func (s subject) text(t *testing.T) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", s.symbol)
	if s.with != "" {
		fmt.Fprintf(&b, "  with %s\n", s.with)
	}
	n := s.count(t, option{})
	b.WriteString(n.text(s))
	if s.on != (option{}) {
		on := s.count(t, s.on)
		b.WriteString(on.text(s))
		n.worst = on.worst
	}
	for _, o := range s.options {
		fmt.Fprintf(&b, "  %s", short(o.symbol))
		for _, v := range o.values {
			method := ""
			if s.methods != nil {
				method = s.methods[0]
			}
			count := s.run(t, 0, option{o.symbol, v}, method, n.worst)
			text := attemptsText(count)
			if s.timed && count.Attempts > max(v, 0)+1 {
				text = "bounded by time" // the value bounds nothing
			}
			fmt.Fprintf(&b, "  %d: %s", v, text)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestMain(m *testing.M) {
	flag.Parse()
	// Libraries that log each attempt say nothing that the counts do not say.
	log.SetOutput(io.Discard)
	redis.SetLogger(silent{})
	os.Exit(m.Run())
}

func TestCounts(t *testing.T) {
	for _, l := range libraries {
		t.Run(l.name, func(t *testing.T) {
			var b strings.Builder
			for i, s := range l.subjects {
				if i > 0 {
					b.WriteString("\n")
				}
				b.WriteString(s.text(t))
			}
			file := filepath.Join("counted", l.name+".txt")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
				return
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(want), b.String())
		})
	}
}
