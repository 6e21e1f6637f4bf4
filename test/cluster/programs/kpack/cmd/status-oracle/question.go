package main

import (
	"encoding/json"

	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"
	corev1 "k8s.io/api/core/v1"
)

// question is a Build and its Pod, with the other data that kpack reads.
type question struct {
	Build *buildapi.Build `json:"build"`
	Pod   *corev1.Pod     `json:"pod"`
	// Logs are the containers' logs, by container name.
	Logs map[string]string `json:"logs"`
	// Image is the built image, which kpack's completion reports in the Pod.
	Image *image `json:"image"`
}

type image struct {
	// Reference is a tag with a digest.
	Reference string            `json:"reference"`
	Labels    map[string]string `json:"labels"`
	// Cache is the cache image by digest, if any.
	Cache string `json:"cache"`
}

// answer is kpack's status, or kpack's error, after which it would retry.
type answer struct {
	Status json.RawMessage `json:"status,omitempty"`
	Error  string          `json:"error,omitempty"`
}
