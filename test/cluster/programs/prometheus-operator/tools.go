//go:build tools

// Package tools imports the generator of definitions and the types of Prometheus Operator, so that go.mod pins them.
package tools

import (
	_ "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	_ "sigs.k8s.io/controller-tools/cmd/controller-gen"
)
