//go:build tools

// Package tools names the programs that the test bed builds, so that go.mod pins all they are made of.
package tools

import _ "go.etcd.io/etcd/server/v3"
