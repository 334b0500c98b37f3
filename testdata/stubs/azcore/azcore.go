// Package azcore declares what the cases use of the library of the same path. A test in
// the module proof holds it against the real one.
package azcore

import "github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"

type ClientOptions = policy.ClientOptions
