package statustest

import (
	"fmt"
	"strconv"
	"strings"
)

// HTTP is the protocol with statuses. Do takes an address.
var HTTP = &Protocol{
	domain: domain{
		from: 200, to: 599, first: 300, typ: "int", underlying: "int", parts: []string{"/100", "%100", "%10"},
		usual: []int{400, 401, 403, 404, 408, 409, 410, 422, 425, 429, 500, 501, 502, 503, 504},
		names: map[int]string{
			400: "http.StatusBadRequest", 404: "http.StatusNotFound", 408: "http.StatusRequestTimeout", 429: "http.StatusTooManyRequests",
			500: "http.StatusInternalServerError", 502: "http.StatusBadGateway", 503: "http.StatusServiceUnavailable",
		},
	},
	params: "ctx context.Context, url string", args: "ctx, url",
	ways: httpWays,
	successes: []string{
		"code == http.StatusOK", "code < 300", "code/100 == 2", "code >= 200 && code <= 299", "code < 400",
	},
	answer: strconv.Itoa, main: httpMain,
	imports: map[string]string{
		"context": "context", "errors": "errors", "fmt": "fmt", "http": "net/http", "slices": "slices", "time": "time",
	},
}

// request are the statements that send a request, with FAIL if there is no answer.
const request = `req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
if err != nil {
	FAIL
}
resp, err := http.DefaultClient.Do(req)
if err != nil {
	FAIL
}
resp.Body.Close()`

// send is a function that sends a request and returns an error made of the answer.
func send(made, decls string) string {
	return "\nfunc Send(ctx context.Context, url string) error {\n" + strings.ReplaceAll(request, "FAIL", "return err") + `
	if SUCCESS(resp.StatusCode) {
		return nil
	}
	` + made + "\n}\n" + decls
}

// judgedBy is a function that looks into an error and decides on the number in it.
func judgedBy(find, number string) string {
	return fmt.Sprintf(`
func worthwhile(err error) bool {
	%s
	return JUDGE(%s)
}
`, find, number)
}

const statusError = `
type StatusError struct{ StatusCode INT }

func (e *StatusError) Error() string { return fmt.Sprint("status ", e.StatusCode) }
`

const statusValue = `
type StatusError struct {
	Op   string
	Code INT
}

func (e StatusError) Error() string { return fmt.Sprint(e.Op, ": ", e.Code) }
`

const asStatusError = `var se *SENTStatusError
	if !errors.As(err, &se) {
		return false
	}`

var httpWays = map[string]way{
	"status": {call: request, ok: "SUCCESS(resp.StatusCode)", again: "JUDGE(resp.StatusCode)"},
	"get":    {call: "resp, err := http.Get(url)\nif err != nil {\nFAIL\n}\nresp.Body.Close()", ok: "SUCCESS(resp.StatusCode)", again: "JUDGE(resp.StatusCode)"},
	"with a header": {
		call: request, ok: "SUCCESS(resp.StatusCode)", again: `resp.Header.Get("Retry") != "no" && (JUDGE(resp.StatusCode))`,
	},
	"copied": {call: request + "\nstatus := resp.StatusCode", ok: "SUCCESS(status)", again: "JUDGE(status)"},
	"no answer too": {
		call: "resp, err := http.Get(url)\nif err == nil {\nresp.Body.Close()\n}",
		ok:   "err == nil && SUCCESS(resp.StatusCode)", again: "err != nil || JUDGE(resp.StatusCode)",
	},
	"number": {
		call: "status, err := SENTStatus(ctx, url)\nif err != nil {\nFAIL\n}", ok: "SUCCESS(status)", again: "JUDGE(status)",
		sent: "\nfunc Status(ctx context.Context, url string) (int, error) {\n" + strings.ReplaceAll(request, "FAIL", "return 0, err") + "\nreturn resp.StatusCode, nil\n}\n",
	},
	"response": {
		call: "resp, err := SENTGet(ctx, url)\nif err != nil {\nFAIL\n}", ok: "SUCCESS(resp.StatusCode)", again: "JUDGE(resp.StatusCode)",
		sent: "\nfunc Get(ctx context.Context, url string) (*http.Response, error) {\n" + strings.ReplaceAll(request, "FAIL", "return nil, err") + "\nreturn resp, nil\n}\n",
	},
	"result": {
		call: "res, err := SENTGet(ctx, url)\nif err != nil {\nFAIL\n}", ok: "SUCCESS(res.Status)", again: "JUDGE(res.Status)",
		sent: "\ntype Result struct {\nStatus int\nHeader http.Header\n}\n\nfunc Get(ctx context.Context, url string) (*Result, error) {\n" +
			strings.ReplaceAll(request, "FAIL", "return nil, err") + "\nreturn &Result{Status: resp.StatusCode, Header: resp.Header}, nil\n}\n",
	},
	"checked": {
		call: request + "\nerr = SENTCheck(resp)", ok: "err == nil", again: "worthwhile(err)",
		here: judgedBy(asStatusError, "se.StatusCode"),
		sent: "\nfunc Check(resp *http.Response) error {\nif SUCCESS(resp.StatusCode) {\nreturn nil\n}\nreturn &StatusError{StatusCode: resp.StatusCode}\n}\n" + statusError,
	},
	"typed": {
		call: "err := SENTSend(ctx, url)", ok: "err == nil", again: "worthwhile(err)",
		here: judgedBy(asStatusError, "se.StatusCode"),
		sent: send("return &StatusError{resp.StatusCode}", statusError),
	},
	"typed, with all others": {
		call: "err := SENTSend(ctx, url)", ok: "err == nil", again: "worthwhile(err)",
		here: judgedBy("var se *SENTStatusError\nif !errors.As(err, &se) {\nreturn true\n}", "se.StatusCode"),
		sent: send("return &StatusError{resp.StatusCode}", statusError),
	},
	"wrapped": {
		call: "err := SENTSend(ctx, url)\nif err != nil {\nerr = fmt.Errorf(\"do: %w\", err)\n}", ok: "err == nil", again: "worthwhile(err)",
		here: judgedBy(asStatusError, "se.StatusCode"),
		sent: send("return fmt.Errorf(\"%s: %w\", url, &StatusError{resp.StatusCode})", statusError),
	},
	"value": {
		call: "err := SENTSend(ctx, url)", ok: "err == nil", again: "worthwhile(err)",
		here: judgedBy("se, ok := err.(SENTStatusError)\nif !ok {\nreturn false\n}", "se.Code"),
		sent: send("return StatusError{Op: url, Code: resp.StatusCode}", statusValue),
	},
	"asked by type": {
		call: "err := SENTSend(ctx, url)", ok: "err == nil", again: "worthwhile(err)",
		here: judgedBy("se, ok := errors.AsType[SENTStatusError](err)\nif !ok {\nreturn false\n}", "se.Code"),
		sent: send("return fmt.Errorf(\"send: %w\", StatusError{Op: url, Code: resp.StatusCode})", statusValue),
	},
	"switch of types": {
		call: "err := SENTSend(ctx, url)", ok: "err == nil", again: "worthwhile(err)",
		here: "\nfunc worthwhile(err error) bool {\nswitch err := err.(type) {\ncase *SENTStatusError:\nreturn JUDGE(err.StatusCode)\n}\nreturn true\n}\n",
		sent: send("return &StatusError{resp.StatusCode}", statusError),
	},
	"sentinel": {
		call: "err := SENTSend(ctx, url)", ok: "err == nil", again: "errors.Is(err, SENTErrTemporary)",
		sent: send("if JUDGE(resp.StatusCode) {\nreturn fmt.Errorf(\"%w: %s\", ErrTemporary, resp.Status)\n}\nreturn errors.New(resp.Status)", "\nvar ErrTemporary = errors.New(\"temporary\")\n"),
	},
	"other sentinel": {
		call: "err := SENTSend(ctx, url)", ok: "err == nil", again: "!errors.Is(err, SENTErrPermanent)",
		sent: send("if !JUDGE(resp.StatusCode) {\nreturn fmt.Errorf(\"%w: %s\", ErrPermanent, resp.Status)\n}\nreturn errors.New(resp.Status)", "\nvar ErrPermanent = errors.New(\"permanent\")\n"),
	},
	"bare sentinel": {
		call: "err := SENTSend(ctx, url)", ok: "err == nil", again: "err == SENTErrTemporary",
		sent: send("if JUDGE(resp.StatusCode) {\nreturn ErrTemporary\n}\nreturn ErrPermanent", "\nvar (\nErrTemporary = errors.New(\"temporary\")\nErrPermanent = errors.New(\"permanent\")\n)\n"),
	},
	"method of the error": {
		call: "err := SENTSend(ctx, url)", ok: "err == nil", again: "temporary(err)",
		here: "\nfunc temporary(err error) bool {\nvar t interface{ Temporary() bool }\nreturn errors.As(err, &t) && t.Temporary()\n}\n",
		sent: send("return &StatusError{resp.StatusCode}", statusError+"\nfunc (e *StatusError) Temporary() bool { return JUDGE(e.StatusCode) }\n"),
	},
	"method of the type": {
		call: "err := SENTSend(ctx, url)", ok: "err == nil", again: "temporary(err)",
		here: "\nfunc temporary(err error) bool {\nvar se *SENTStatusError\nreturn errors.As(err, &se) && se.Retriable()\n}\n",
		sent: send("return &StatusError{resp.StatusCode}", statusError+"\nfunc (e *StatusError) Retriable() bool { return JUDGE(e.StatusCode) }\n"),
	},
	"field": {
		call: "err := SENTSend(ctx, url)", ok: "err == nil", again: "temporary(err)",
		here: "\nfunc temporary(err error) bool {\nvar e *SENTError\nreturn errors.As(err, &e) && e.Again\n}\n",
		sent: send("return &Error{text: resp.Status, Again: JUDGE(resp.StatusCode)}", "\ntype Error struct {\ntext string\nAgain bool\n}\n\nfunc (e *Error) Error() string { return e.text }\n"),
	},
	"says again": {
		call: "again, err := SENTSend(ctx, url)", ok: "err == nil", again: "again",
		sent: "\nfunc Send(ctx context.Context, url string) (bool, error) {\n" + strings.ReplaceAll(request, "FAIL", "return false, err") +
			"\nif SUCCESS(resp.StatusCode) {\nreturn false, nil\n}\nreturn JUDGE(resp.StatusCode), errors.New(resp.Status)\n}\n",
	},
	"client": {
		call: "resp, err := SENTNew(http.DefaultClient).Get(ctx, url)\nif err != nil {\nFAIL\n}", ok: "SUCCESS(resp.StatusCode)", again: "JUDGE(resp.StatusCode)",
		sent: "\ntype Client struct{ http *http.Client }\n\nfunc New(c *http.Client) *Client { return &Client{http: c} }\n\nfunc (c *Client) Get(ctx context.Context, url string) (*http.Response, error) {\n" +
			strings.NewReplacer("FAIL", "return nil, err", "http.DefaultClient", "c.http").Replace(request) + "\nreturn resp, nil\n}\n",
	},
}

// httpMain asks each program to get every status once, given the address of a server.
const httpMain = `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"sync"

%s)

var programs = map[string]func(ctx context.Context, url string) error{
%s}

const workers = 8

func main() {
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = workers
	urls := make(chan [2]string)
	var done sync.WaitGroup
	for range workers {
		done.Go(func() {
			for next := range urls {
				programs[next[0]](context.Background(), next[1])
			}
		})
	}
	for name := range programs {
		for status := %d; status <= %d; status++ {
			urls <- [2]string{name, fmt.Sprintf("%%s/%%s/%%d", os.Args[1], name, status)}
		}
	}
	close(urls)
	done.Wait()
}
`
