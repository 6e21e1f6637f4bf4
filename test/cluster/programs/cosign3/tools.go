//go:build tools

// Package tools imports the program that the test bed builds, so that go.mod pins its dependencies.
package tools

import _ "github.com/sigstore/cosign/v3/cmd/cosign"
