package main

import (
	"encoding/json"

	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"
	corev1 "k8s.io/api/core/v1"
)

// question is a Build and its Pod, with what kpack finds beside them.
type question struct {
	Build *buildapi.Build `json:"build"`
	Pod   *corev1.Pod     `json:"pod"`
	// Logs are those of containers, by name.
	Logs map[string]string `json:"logs"`
	// Image is what completion has written; kpack's completion reports it in the Pod.
	Image *image `json:"image"`
}

type image struct {
	// Reference is a tag with a digest behind it.
	Reference string            `json:"reference"`
	Labels    map[string]string `json:"labels"`
	// Cache is the cache image by digest, where there is one.
	Cache string `json:"cache"`
}

// answer is the status as kpack writes it, or its error, which it would try again.
type answer struct {
	Status json.RawMessage `json:"status,omitempty"`
	Error  string          `json:"error,omitempty"`
}
