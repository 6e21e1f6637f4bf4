package main

import (
	"encoding/json"

	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"
	corev1 "k8s.io/api/core/v1"
)

// question is an Image and the objects that kpack reads for it. Only the Image is required.
type question struct {
	Image          *buildapi.Image               `json:"image"`
	Builder        *buildapi.Builder             `json:"builder"`
	ClusterBuilder *buildapi.ClusterBuilder      `json:"clusterBuilder"`
	SourceResolver *buildapi.SourceResolver      `json:"sourceResolver"`
	Builds         []*buildapi.Build             `json:"builds"`
	Claim          *corev1.PersistentVolumeClaim `json:"claim"`
	// PriorityClasses is kpack's setting ENABLE_PRIORITY_CLASSES.
	PriorityClasses bool `json:"priorityClasses"`
}

// answer is each write of kpack, and kpack's error, after which it would retry.
type answer struct {
	Writes []write `json:"writes"`
	Error  string  `json:"error,omitempty"`
}

// write is one request that changes an object.
type write struct {
	Method string `json:"method"`
	// Path is the resource and the name: `builds`, `images/some/status`.
	Path string          `json:"path"`
	Body json.RawMessage `json:"body"`
}
