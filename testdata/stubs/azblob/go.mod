module github.com/Azure/azure-sdk-for-go/sdk/storage/azblob

go 1.24

require github.com/Azure/azure-sdk-for-go/sdk/azcore v1.24.0
