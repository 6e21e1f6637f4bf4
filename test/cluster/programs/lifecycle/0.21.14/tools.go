//go:build tools

// Package tools imports the programs that the test bed builds, so that go.mod pins their dependencies.
package tools

import (
	_ "github.com/buildpacks/lifecycle/cmd/launcher"
	_ "github.com/buildpacks/lifecycle/cmd/lifecycle"
)
