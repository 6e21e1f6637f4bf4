package main

import (
	"strings"

	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"
	"github.com/pivotal/kpack/pkg/cnb"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	ggcrv1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	corev1 "k8s.io/api/core/v1"
)

// cacheTag is the cache's tag for kpack's completion. The question gives the image at that tag.
const cacheTag = "cache"

// report writes kpack's own image report to the place that kpack's completion uses.
func report(pod *corev1.Pod, made *image) error {
	if made == nil {
		return nil
	}
	retriever := cnb.RemoteMetadataRetriever{ImageFetcher: fetcher{made}}
	metadata, err := retriever.GetBuildMetadata(made.Reference, cacheTag, authn.DefaultKeychain)
	if err != nil {
		return err
	}
	message, err := cnb.CompressBuildMetadata(metadata)
	if err != nil {
		return err
	}
	for _, status := range pod.Status.ContainerStatuses {
		if status.Name == buildapi.CompletionContainerName && status.State.Terminated != nil {
			status.State.Terminated.Message = string(message)
		}
	}
	return nil
}

// fetcher is a registry with the image and its cache.
type fetcher struct{ made *image }

func (f fetcher) Fetch(_ authn.Keychain, reference string) (ggcrv1.Image, string, error) {
	if reference == cacheTag {
		return empty.Image, f.made.Cache, nil
	}
	parsed, err := name.ParseReference(reference)
	if err != nil {
		return nil, "", err
	}
	_, digest, _ := strings.Cut(reference, "@")
	file := &ggcrv1.ConfigFile{Config: ggcrv1.Config{Labels: f.made.Labels}}
	labelled, err := mutate.ConfigFile(empty.Image, file)
	// The form in which kpack's client names an image (pkg/registry/client.go, getIdentifier).
	return labelled, parsed.Context().Name() + "@" + digest, err
}
