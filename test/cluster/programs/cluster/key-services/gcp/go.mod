module github.com/sigstore/sigstore/pkg/signature/kms/gcp

go 1.24
