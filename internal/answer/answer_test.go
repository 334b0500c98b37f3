package answer

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestList(t *testing.T) {
	for want, set := range map[string]Set{
		"":                          {},
		"404":                       Of(Status(404)),
		"400, 401":                  Statuses(400, 401),
		"100, 400-402, 599":         Statuses(400, 402).Or(Of(Status(100), Status(599))),
		"NotFound, Unauthenticated": Of(Code(16), Code(5)),
		"503, OK, io.EOF":           Of(EOF, Code(0), Status(503)),
	} {
		assert.Equal(t, want, set.String())
	}
}

func TestOutOfRange(t *testing.T) {
	assert.Equal(t, Set{}, Of(Status(99), Status(600), Code(-1), Code(17)))
	assert.False(t, Of(Status(100)).Has(Status(99)))
}

// Status, code and kind do not overlap, and are told apart again.
func TestAnswers(t *testing.T) {
	all := AllStatuses.Or(AllCodes).Or(Kinds())
	assert.Equal(t, 500+17+len(kindNames), all.Len())
	assert.Equal(t, all.Len(), len(slices.Collect(all.All)))
	for a := range all.All {
		n, isStatus := a.Status()
		c, isCode := a.Code()
		switch {
		case isStatus:
			assert.Equal(t, a, Status(n))
			assert.False(t, isCode)
		case isCode:
			assert.Equal(t, a, Code(c))
		default:
			assert.True(t, Kinds().Has(a))
		}
	}
}

func TestFinal(t *testing.T) {
	assert.Equal(t, "400-407, 409-424, 426-428, 430-499", Final().HTTP().String())
	assert.Equal(t, "Canceled, InvalidArgument, NotFound, AlreadyExists, PermissionDenied, FailedPrecondition, OutOfRange, Unimplemented, Unauthenticated", Final().GRPC().String())
	assert.True(t, Final().And(Transient()).IsEmpty())
}

func TestAsked(t *testing.T) {
	assert.Equal(t, Question{Gives: GRPCCode}, Asked("google.golang.org/grpc/status.Code"))
	assert.Equal(t, "404", Asked("k8s.io/apimachinery/pkg/api/errors.IsNotFound").In.String())
	assert.Equal(t, "404, 410, NotFound", Asked("(example.com/shop.Store).IsObjNotFound").In.String())
	assert.True(t, Asked("example.com/shop.IsObjNotFound").Guess)
	assert.Equal(t, Question{Gives: HTTPStatus, Guess: true}, Asked("(example.com/shop.Error).StatusCode"))
	assert.Equal(t, Question{}, Asked("example.com/shop.IsNotNotFound"))
	assert.Equal(t, Question{}, Asked("example.com/shop.Retriable"))
	assert.Equal(t, "403, 429, ResourceExhausted", Asked("*example.com/shop.RateLimitError").In.String())
}

func TestCarriedBy(t *testing.T) {
	assert.Equal(t, Statuses(400, 599), CarriedBy("github.com/aws/aws-sdk-go-v2/service/s3"))
	assert.Equal(t, Codes(1, 16), CarriedBy("go.etcd.io/etcd/client/v3/concurrency"))
	assert.Equal(t, Set{}, CarriedBy("github.com/aws/aws-sdk-go-v2/config"))
	assert.Equal(t, Set{}, CarriedBy("google.golang.org/grpcx"))
}
