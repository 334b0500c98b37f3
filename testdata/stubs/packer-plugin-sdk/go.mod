module github.com/hashicorp/packer-plugin-sdk

go 1.26
