//go:build tools

// Package tools imports the linter of GitHub's workflows, so that go.mod pins it.
package tools

import _ "github.com/rhysd/actionlint/cmd/actionlint"
