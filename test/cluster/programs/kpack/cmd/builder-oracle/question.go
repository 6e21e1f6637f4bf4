package main

import (
	"encoding/json"

	ggcr "github.com/google/go-containerregistry/pkg/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"
)

// question is a builder with all objects that it may use, as an API server stores them.
type question struct {
	Ask     string  `json:"ask"`
	Builder builder `json:"builder"`
	// Buildpacks may be of any namespace.
	Buildpacks        []*buildapi.Buildpack        `json:"buildpacks"`
	ClusterBuildpacks []*buildapi.ClusterBuildpack `json:"clusterBuildpacks"`
	// ClusterStore is the one that the builder names.
	ClusterStore     *buildapi.ClusterStore    `json:"clusterStore"`
	ClusterStack     buildapi.ClusterStack     `json:"clusterStack"`
	ClusterLifecycle buildapi.ClusterLifecycle `json:"clusterLifecycle"`
	// Platforms are the platforms of the images, by the references in the statuses. Only `resolve` needs them.
	Platforms map[string]ggcr.Platform `json:"platforms"`
}

// builder is a Builder or ClusterBuilder. The oracle pushes to its tag.
type builder struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              buildapi.BuilderSpec `json:"spec"`
}

// answer holds kpack's refusal, a crash, or the result.
type answer struct {
	Refusal string `json:"refusal,omitempty"`
	Crashed string `json:"crashed,omitempty"`
	// Entries are set for `resolve`, even if kpack refuses the builder.
	Entries [][]entry `json:"entries,omitempty"`
	// Status is the builder's status without the conditions.
	Status *buildapi.BuilderStatus `json:"status,omitempty"`
	// Layers are the label `io.buildpacks.buildpack.layers` of a builder that is only resolved.
	Layers json.RawMessage `json:"layers,omitempty"`
	// Manifest and Config are the registry's bytes of an assembled builder.
	Manifest string `json:"manifest,omitempty"`
	Config   string `json:"config,omitempty"`
}

// entry is kpack's result for one entry of the order.
type entry struct {
	Refusal   string     `json:"refusal,omitempty"`
	Crashed   string     `json:"crashed,omitempty"`
	Buildpack *buildpack `json:"buildpack,omitempty"`
}

type buildpack struct {
	ID      string `json:"id"`
	Version string `json:"version"`
	DiffID  string `json:"diffId"`
	// Account is the account that pulls the layer. It identifies the layer's resource.
	Account account `json:"account"`
}

type account struct {
	Name      string `json:"name"`
	Namespace string `json:"namespace"`
}

// buildpacksInReach returns the buildpacks that kpack's reconciler of the kind lists.
func (q question) buildpacksInReach() []*buildapi.Buildpack {
	var inReach []*buildapi.Buildpack
	for _, buildpack := range q.Buildpacks {
		if q.Builder.Kind == buildapi.BuilderKind && buildpack.Namespace == q.Builder.Namespace {
			inReach = append(inReach, buildpack)
		}
	}
	return inReach
}
