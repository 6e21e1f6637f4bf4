package main

import (
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/remote"

	"github.com/pivotal/kpack/pkg/registry"
)

// assemble lets kpack push the builder, and reads the builder from the registry.
func assemble(asked question) (answer, error) {
	answered := create(asked, &registry.Client{})
	if answered.Status == nil {
		return answered, nil
	}
	reference, err := name.ParseReference(answered.Status.LatestImage)
	if err != nil {
		return answer{}, err
	}
	pushed, err := remote.Image(reference, remote.WithAuthFromKeychain(anonymous))
	if err != nil {
		return answer{}, err
	}
	manifest, err := pushed.RawManifest()
	if err != nil {
		return answer{}, err
	}
	config, err := pushed.RawConfigFile()
	answered.Manifest, answered.Config = string(manifest), string(config)
	return answered, err
}
