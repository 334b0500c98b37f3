package answer

import "strings"

// families are packages whose calls return errors that carry what the server answered,
// by the beginnings of their paths.
var families = []struct {
	path string
	in   Set
}{
	{"cloud.google.com/go/storage", Statuses(400, 599)},
	{"code.gitea.io/sdk/gitea", Statuses(400, 599)},
	{"github.com/Azure/azure-sdk-for-go/sdk/", Statuses(400, 599)},
	{"github.com/IBM/ibm-cos-sdk-go/service/", Statuses(400, 599)},
	{"github.com/aws/aws-sdk-go-v2/feature/", Statuses(400, 599)},
	{"github.com/aws/aws-sdk-go-v2/service/", Statuses(400, 599)},
	{"github.com/aws/aws-sdk-go/service/", Statuses(400, 599)},
	{"github.com/digitalocean/godo", Statuses(400, 599)},
	{"github.com/google/go-github/", Statuses(400, 599)},
	{"github.com/minio/minio-go/", Statuses(400, 599)},
	{"github.com/ncw/swift", Statuses(400, 599)},
	{"github.com/thanos-io/objstore", Statuses(400, 599)},
	{"github.com/xanzy/go-gitlab", Statuses(400, 599)},
	{"gitlab.com/gitlab-org/api/client-go", Statuses(400, 599)},
	{"go.etcd.io/etcd/client/v3", Codes(1, LastCode)},
	{"google.golang.org/api/", Statuses(400, 599)},
	{"google.golang.org/grpc", Codes(1, LastCode)},
	{"k8s.io/client-go/discovery", Statuses(400, 599)},
	{"k8s.io/client-go/dynamic", Statuses(400, 599)},
	{"k8s.io/client-go/kubernetes", Statuses(400, 599)},
	{"k8s.io/client-go/rest", Statuses(400, 599)},
	{"sigs.k8s.io/controller-runtime/pkg/client", Statuses(400, 599)},
}

// CarriedBy returns the statuses or codes that the errors of a package's remote calls
// carry, given its path; the empty set if that is not known.
func CarriedBy(path string) Set {
	for _, f := range families {
		if path == strings.TrimSuffix(f.path, "/") || strings.HasPrefix(path, strings.TrimSuffix(f.path, "/")+"/") {
			return f.in
		}
	}
	if strings.Contains(path, "/clientset/versioned/typed/") {
		return Statuses(400, 599)
	}
	return Set{}
}

// Response is the type of a response over HTTP.
const Response = "*net/http.Response"

// CallOption is the type that the calls of generated gRPC stubs take last.
const CallOption = "google.golang.org/grpc.CallOption"
