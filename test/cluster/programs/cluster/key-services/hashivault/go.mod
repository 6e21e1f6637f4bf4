module github.com/sigstore/sigstore/pkg/signature/kms/hashivault

go 1.24
