//go:build tools

// Package tools imports the programs that the test bed builds, so that go.mod pins their dependencies.
package tools

import (
	_ "github.com/buildpacks/lifecycle/cmd/launcher"
	_ "github.com/buildpacks/lifecycle/cmd/lifecycle"
	_ "github.com/pivotal/kpack/cmd/build-init"
	_ "github.com/pivotal/kpack/cmd/build-waiter"
	_ "github.com/pivotal/kpack/cmd/completion"
	_ "github.com/pivotal/kpack/cmd/controller"
	_ "github.com/pivotal/kpack/cmd/rebase"
)
