package main

import (
	"fmt"

	"github.com/google/go-containerregistry/pkg/authn"
	ggcr "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/static"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// memory stands in for a registry. Its images have the platforms of the question, and one layer each.
type memory struct {
	platforms map[string]ggcr.Platform
	saved     map[string]ggcr.Image
}

func newMemory(platforms map[string]ggcr.Platform) *memory {
	return &memory{platforms: platforms, saved: map[string]ggcr.Image{}}
}

func (m *memory) Fetch(_ authn.Keychain, reference string) (ggcr.Image, string, error) {
	platform, found := m.platforms[reference]
	if !found {
		return nil, "", fmt.Errorf("the question does not say the platform of image %q", reference)
	}
	base, err := mutate.ConfigFile(empty.Image, &ggcr.ConfigFile{
		OS:           platform.OS,
		Architecture: platform.Architecture,
		Variant:      platform.Variant,
		RootFS:       ggcr.RootFS{Type: "layers"},
	})
	if err != nil {
		return nil, "", err
	}
	image, err := mutate.AppendLayers(base, static.NewLayer([]byte(reference), types.DockerLayer))
	return image, reference, err
}

func (m *memory) Save(_ authn.Keychain, tag string, image ggcr.Image) (string, error) {
	m.saved[tag] = image
	digest, err := image.Digest()
	return fmt.Sprintf("%s@%s", tag, digest), err
}
