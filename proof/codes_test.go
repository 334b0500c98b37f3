package proof

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/retrylint/retrylint/internal/ruletest"
	"github.com/retrylint/retrylint/internal/statustest"
)

// What the tool says of programs that ask again depending on a code is held against which
// codes they do it for, when a server answers with each.
func TestClaimsAgainstCodes(t *testing.T) {
	const module = "asked"
	programs := statustest.GRPC.Random(100, 1)
	programs = append(programs, statustest.WithMistakes(programs[:30])...)
	dir := t.TempDir()
	ruletest.WriteFile(t, dir, "go.mod", moduleFile(t, module))
	sums, err := os.ReadFile("go.sum")
	require.NoError(t, err)
	ruletest.WriteFile(t, dir, "go.sum", string(sums))
	ruletest.WriteFile(t, dir, "main.go", statustest.GRPC.Main(module, programs))
	for _, p := range programs {
		for name, text := range p.Source(module) {
			ruletest.WriteFile(t, dir, name, text)
		}
	}
	claims := make(map[string]statustest.Claim)
	for name, a := range ruletest.Decisions(t, dir, module) {
		claims[name] = statustest.Claim{Again: a.Again, Stops: a.Stops, Exact: a.Exact}
	}
	c := statustest.Compare(programs, claims, codesAskedAgain(t, dir))
	t.Log(c)
	t.Log("not known: " + strings.Join(c.Unknown, "; "))
	assert.Empty(t, c.Wrong)
	assert.GreaterOrEqual(t, c.Exact, c.Programs*90/100)
	assert.Empty(t, c.Missed)
	assert.GreaterOrEqual(t, len(c.Noticed), 8)
}

// moduleFile returns the go.mod of this module under another name, for a directory elsewhere.
func moduleFile(t *testing.T, module string) string {
	t.Helper()
	text, err := os.ReadFile("go.mod")
	require.NoError(t, err)
	above, err := filepath.Abs("..")
	require.NoError(t, err)
	_, requirements, ok := strings.Cut(string(text), "\n")
	require.True(t, ok)
	return "module " + module + "\n" + strings.Replace(requirements, "=> ../", "=> "+above, 1)
}

// codesAskedAgain runs the programs in dir against a server that answers with the code that
// the method is named after, and returns by program which codes were asked for more than once.
func codesAskedAgain(t *testing.T, dir string) map[string]map[string]bool {
	var mu sync.Mutex
	counts := make(map[string]int)
	server := grpc.NewServer(grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
		method, _ := grpc.MethodFromServerStream(stream)
		mu.Lock()
		counts[method]++
		mu.Unlock()
		code, err := strconv.Atoi(method[strings.LastIndexByte(method, '/')+1:])
		if err != nil {
			return err
		}
		if code == int(codes.OK) {
			return stream.SendMsg(&emptypb.Empty{})
		}
		return status.Error(codes.Code(code), "as asked for")
	}))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go server.Serve(l)
	defer server.Stop()
	ruletest.Execute(t, dir, l.Addr().String())
	again := make(map[string]map[string]bool)
	for method, n := range counts {
		name, code, _ := strings.Cut(strings.TrimPrefix(method, "/"), "/")
		if again[name] == nil {
			again[name] = make(map[string]bool)
		}
		if n > 1 {
			number, err := strconv.Atoi(code)
			require.NoError(t, err)
			again[name][codes.Code(number).String()] = true
		}
	}
	return again
}
