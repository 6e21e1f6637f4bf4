module github.com/sigstore/sigstore/pkg/signature/kms/aws

go 1.24
