package answer

import "strings"

// Gives says what a question about an answer is answered with.
type Gives uint8

// What questions give.
const (
	// Nothing is for functions that are no question.
	Nothing Gives = iota
	// HTTPStatus is the status as a number.
	HTTPStatus
	// GRPCCode is the code as a number, Unknown for what carries none.
	GRPCCode
	// GRPCStatus is an object that is asked for the code.
	GRPCStatus
	// IsIn is whether the answer is in a set.
	IsIn
	// Wraps is an error with the one that is given within.
	Wraps
	// Makes is a new error that wraps none.
	Makes
	// Unwraps is the error that is within the one that is given, and that wraps none.
	Unwraps
)

// Question is a function that is asked what an answer says.
type Question struct {
	Gives Gives
	// In is the set that IsIn asks for.
	In Set
	// Guess says that only the name of the function tells.
	Guess bool
}

// questions are functions by their full names.
var questions = map[string]Question{
	"google.golang.org/grpc/status.Code":                      {Gives: GRPCCode},
	"google.golang.org/grpc/status.FromError":                 {Gives: GRPCStatus},
	"google.golang.org/grpc/status.Convert":                   {Gives: GRPCStatus},
	"(*google.golang.org/grpc/internal/status.Status).Code":   {Gives: GRPCCode},
	"github.com/gogo/status.Code":                             {Gives: GRPCCode},
	"github.com/gogo/status.FromError":                        {Gives: GRPCStatus},
	"github.com/gogo/status.Convert":                          {Gives: GRPCStatus},
	"(*github.com/gogo/status.Status).Code":                   {Gives: GRPCCode},
	"github.com/pkg/errors.Wrap":                              {Gives: Wraps},
	"github.com/pkg/errors.Wrapf":                             {Gives: Wraps},
	"github.com/pkg/errors.WithStack":                         {Gives: Wraps},
	"github.com/pkg/errors.WithMessage":                       {Gives: Wraps},
	"github.com/pkg/errors.WithMessagef":                      {Gives: Wraps},
	"github.com/pkg/errors.Cause":                             {Gives: Unwraps},
	"github.com/pkg/errors.New":                               {Gives: Makes},
	"github.com/pkg/errors.Errorf":                            {Gives: Makes},
	"golang.org/x/xerrors.New":                                {Gives: Makes},
	"k8s.io/apimachinery/pkg/api/errors.IsNotFound":           {Gives: IsIn, In: Of(Status(404))},
	"k8s.io/apimachinery/pkg/api/errors.IsAlreadyExists":      {Gives: IsIn, In: Of(Status(409))},
	"k8s.io/apimachinery/pkg/api/errors.IsConflict":           {Gives: IsIn, In: Of(Status(409))},
	"k8s.io/apimachinery/pkg/api/errors.IsInvalid":            {Gives: IsIn, In: Of(Status(422))},
	"k8s.io/apimachinery/pkg/api/errors.IsForbidden":          {Gives: IsIn, In: Of(Status(403))},
	"k8s.io/apimachinery/pkg/api/errors.IsUnauthorized":       {Gives: IsIn, In: Of(Status(401))},
	"k8s.io/apimachinery/pkg/api/errors.IsBadRequest":         {Gives: IsIn, In: Of(Status(400))},
	"k8s.io/apimachinery/pkg/api/errors.IsMethodNotSupported": {Gives: IsIn, In: Of(Status(405))},
	"k8s.io/apimachinery/pkg/api/errors.IsGone":               {Gives: IsIn, In: Of(Status(410))},
	"k8s.io/apimachinery/pkg/api/errors.IsResourceExpired":    {Gives: IsIn, In: Of(Status(410))},
	"k8s.io/apimachinery/pkg/api/errors.IsNotAcceptable":      {Gives: IsIn, In: Of(Status(406))},
	"k8s.io/apimachinery/pkg/api/errors.IsTooManyRequests":    {Gives: IsIn, In: Of(Status(429))},
	"k8s.io/apimachinery/pkg/api/errors.IsServerTimeout":      {Gives: IsIn, In: Of(Status(500))},
	"k8s.io/apimachinery/pkg/api/errors.IsInternalError":      {Gives: IsIn, In: Of(Status(500))},
	"k8s.io/apimachinery/pkg/api/errors.IsServiceUnavailable": {Gives: IsIn, In: Of(Status(503))},
	"k8s.io/apimachinery/pkg/api/errors.IsTimeout":            {Gives: IsIn, In: Of(Status(504))},
}

// guesses are what predicates ask for by the end of their name, if nothing else is
// known of them.
var guesses = []struct {
	name string
	in   Set
}{
	{"NotFound", Of(Status(404), Status(410), Code(5))},
	{"NotFoundErr", Of(Status(404), Status(410), Code(5))},
	{"NotFoundError", Of(Status(404), Status(410), Code(5))},
	{"NotExist", Of(Status(404), Status(410), Code(5))},
	{"NoSuchKey", Of(Status(404))},
	{"AlreadyExists", Of(Status(409), Status(422), Code(6))},
	{"Conflict", Of(Status(409), Status(412), Code(6), Code(10), Code(9))},
	{"Forbidden", Of(Status(403), Code(7))},
	{"PermissionDenied", Of(Status(403), Code(7))},
	{"AccessDenied", Of(Status(403), Status(401), Code(7), Code(16))},
	{"Unauthorized", Of(Status(401), Code(16))},
	{"Unauthenticated", Of(Status(401), Code(16))},
	{"TooManyRequests", Of(Status(429), Code(8))},
	{"RateLimited", Of(Status(429), Status(403), Code(8))},
	{"RateLimitError", Of(Status(429), Status(403), Code(8))},
}

// names are names of errors by which services tell what others tell by a status.
// Source: the common errors of the AWS services, and those of EC2, S3 and STS.
var names = map[string]Set{
	"AccessDenied":                   Of(Status(403)),
	"AccessDeniedException":          Of(Status(403)),
	"AuthFailure":                    Of(Status(401), Status(403)),
	"ExpiredToken":                   Of(Status(400), Status(403)),
	"InvalidClientTokenId":           Of(Status(403)),
	"InvalidParameterCombination":    Of(Status(400)),
	"InvalidParameterValue":          Of(Status(400)),
	"NoSuchBucket":                   Of(Status(404)),
	"NoSuchKey":                      Of(Status(404)),
	"NotFound":                       Of(Status(404)),
	"OptInRequired":                  Of(Status(403)),
	"ResourceAlreadyExistsException": Of(Status(400), Status(409)),
	"ResourceNotFoundException":      Of(Status(400), Status(404)),
	"SignatureDoesNotMatch":          Of(Status(403)),
	"UnauthorizedOperation":          Of(Status(403)),
	"ValidationError":                Of(Status(400)),
	"ValidationException":            Of(Status(400)),
}

// Named returns the statuses of an error that is told by its name, the empty set if it is
// not known.
func Named(name string) Set { return names[name] }

// statusNames are names of methods and functions that return the HTTP status of what
// they are asked of.
var statusNames = map[string]bool{
	"StatusCode": true, "HTTPStatusCode": true, "HttpStatusCode": true, "GetStatusCode": true, "HTTPStatus": true,
	"GetHTTPStatus": true, "HTTPCode": true,
}

// Asked returns what a function, given its full name, tells of an answer.
func Asked(name string) Question {
	if q, ok := questions[name]; ok {
		return q
	}
	short := name[strings.LastIndexByte(name, '.')+1:]
	if statusNames[short] {
		return Question{Gives: HTTPStatus, Guess: true}
	}
	for _, g := range guesses {
		if prefix, ok := strings.CutSuffix(short, g.name); ok && !strings.Contains(prefix, "Not") && !strings.Contains(prefix, "Or") {
			return Question{Gives: IsIn, In: g.in, Guess: true}
		}
	}
	return Question{}
}

// IsStatusField reports whether a field holds, by its name, an HTTP status.
func IsStatusField(name string) bool { return statusNames[name] }
