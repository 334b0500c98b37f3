package statustest

import "strings"

// codeNames are the codes of gRPC in their order.
var codeNames = []string{
	"OK", "Canceled", "Unknown", "InvalidArgument", "DeadlineExceeded", "NotFound", "AlreadyExists", "PermissionDenied",
	"ResourceExhausted", "FailedPrecondition", "Aborted", "OutOfRange", "Unimplemented", "Internal", "Unavailable",
	"DataLoss", "Unauthenticated",
}

// GRPC is the protocol with codes. Do takes a connection and the name of a method.
var GRPC = &Protocol{
	domain: domain{
		from: 0, to: len(codeNames) - 1, first: 1, typ: "codes.Code", underlying: "uint32",
		usual: []int{1, 2, 4, 5, 8, 13, 14},
		names: codeConstants(),
	},
	params: "ctx context.Context, cc grpc.ClientConnInterface, method string", args: "ctx, cc, method",
	ways:      grpcWays,
	successes: []string{"code == codes.OK"},
	answer:    func(n int) string { return codeNames[n] }, main: grpcMain,
	imports: map[string]string{
		"context": "context", "errors": "errors", "fmt": "fmt", "slices": "slices", "time": "time",
		"grpc": "google.golang.org/grpc", "codes": "google.golang.org/grpc/codes", "status": "google.golang.org/grpc/status",
		"emptypb": "google.golang.org/protobuf/types/known/emptypb",
	},
}

func codeConstants() map[int]string {
	names := make(map[int]string)
	for n, name := range codeNames {
		names[n] = "codes." + name
	}
	return names
}

const invoke = `err := cc.Invoke(ctx, method, &emptypb.Empty{}, &emptypb.Empty{})`

// invoked is a function that sends a request and returns an error made of the answer.
func invoked(made, decls string) string {
	return "\nfunc Send(PARAMS) error {\n" + invoke + "\nif err == nil {\nreturn nil\n}\n" + made + "\n}\n" + decls
}

const stub = `
type Client interface {
	Get(ctx context.Context, in *emptypb.Empty, opts ...grpc.CallOption) (*emptypb.Empty, error)
}

type client struct {
	cc grpc.ClientConnInterface
	method string
}

func New(cc grpc.ClientConnInterface, method string) Client { return &client{cc, method} }

func (c *client) Get(ctx context.Context, in *emptypb.Empty, opts ...grpc.CallOption) (*emptypb.Empty, error) {
	out := new(emptypb.Empty)
	err := c.cc.Invoke(ctx, c.method, in, out, opts...)
	if err != nil {
		return nil, err
	}
	return out, nil
}
`

var grpcWays = map[string]way{
	"code": {call: invoke, ok: "err == nil", again: "JUDGE(status.Code(err))"},
	"stub": {
		call: "_, err := SENTNew(cc, method).Get(ctx, &emptypb.Empty{})", ok: "err == nil", again: "JUDGE(status.Code(err))",
		sent: stub,
	},
	"from error": {
		call: invoke, ok: "err == nil", again: "worthwhile(err)",
		here: judgedBy("st, ok := status.FromError(err)\nif !ok {\nreturn false\n}", "st.Code()"),
	},
	"from error of a stub": {
		call: "_, err := SENTNew(cc, method).Get(ctx, &emptypb.Empty{})", ok: "err == nil", again: "worthwhile(err)",
		here: judgedBy("st, ok := status.FromError(err)\nif !ok {\nreturn false\n}", "st.Code()"),
		sent: stub,
	},
	"converted": {call: invoke, ok: "err == nil", again: "JUDGE(status.Convert(err).Code())"},
	"wrapped": {
		call: "err := SENTSend(ARGS)", ok: "err == nil", again: "JUDGE(status.Code(err))",
		sent: invoked("return fmt.Errorf(\"%s: %w\", method, err)", ""),
	},
	"handed on": {
		call: "err := SENTSend(ARGS)", ok: "err == nil", again: "JUDGE(status.Code(err))",
		sent: "\nfunc Send(PARAMS) error {\nreturn " + strings.TrimPrefix(invoke, "err := ") + "\n}\n",
	},
	"typed": {
		call: "err := SENTSend(ARGS)", ok: "err == nil", again: "worthwhile(err)",
		here: judgedBy("var ce *SENTCodeError\nif !errors.As(err, &ce) {\nreturn false\n}", "ce.Code"),
		sent: invoked("return &CodeError{status.Code(err)}", "\ntype CodeError struct{ Code INT }\n\nfunc (e *CodeError) Error() string { return e.Code.String() }\n"),
	},
	"sentinel": {
		call: "err := SENTSend(ARGS)", ok: "err == nil", again: "errors.Is(err, SENTErrTemporary)",
		sent: invoked("if JUDGE(status.Code(err)) {\nreturn fmt.Errorf(\"%w: %v\", ErrTemporary, err)\n}\nreturn err", "\nvar ErrTemporary = errors.New(\"temporary\")\n"),
	},
	"other sentinel": {
		call: "err := SENTSend(ARGS)", ok: "err == nil", again: "err != SENTErrPermanent",
		sent: invoked("if !JUDGE(status.Code(err)) {\nreturn ErrPermanent\n}\nreturn err", "\nvar ErrPermanent = errors.New(\"permanent\")\n"),
	},
	"says again": {
		call: "again, err := SENTSend(ARGS)", ok: "err == nil", again: "again",
		sent: "\nfunc Send(PARAMS) (bool, error) {\n" + invoke + "\nif err == nil {\nreturn false, nil\n}\nreturn JUDGE(status.Code(err)), err\n}\n",
	},
}

// grpcMain asks each program to get every code once, given the address of a server.
const grpcMain = `package main

import (
	"context"
	"fmt"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

%s)

var programs = map[string]func(ctx context.Context, cc grpc.ClientConnInterface, method string) error{
%s}

func main() {
	conn, err := grpc.NewClient("passthrough:///"+os.Args[1], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		panic(err)
	}
	defer conn.Close()
	for name, do := range programs {
		for code := %d; code <= %d; code++ {
			do(context.Background(), conn, fmt.Sprintf("/%%s/%%d", name, code))
		}
	}
}
`
