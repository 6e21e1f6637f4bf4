package main

import (
	"context"
	"encoding/json"

	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"
	"github.com/pivotal/kpack/pkg/cnb"
)

const layersLabel = "io.buildpacks.buildpack.layers"

// resolve asks kpack for each entry alone, and then for the builder, which stays in memory.
func resolve(asked question) (answer, error) {
	images := newMemory(asked.Platforms)
	answered := create(asked, images)
	answered.Entries = entriesOf(asked)
	if answered.Status == nil {
		return answered, nil
	}
	config, err := images.saved[asked.Builder.Spec.Tag].ConfigFile()
	if err != nil {
		return answer{}, err
	}
	answered.Layers = json.RawMessage(config.Config.Labels[layersLabel])
	return answered, nil
}

func entriesOf(asked question) [][]entry {
	groups := make([][]entry, 0, len(asked.Builder.Spec.Order))
	for _, group := range asked.Builder.Spec.Order {
		entries := make([]entry, 0, len(group.Group))
		for _, reference := range group.Group {
			entries = append(entries, entryOf(asked, reference))
		}
		groups = append(groups, entries)
	}
	return groups
}

func entryOf(asked question, reference buildapi.BuilderBuildpackRef) entry {
	accounts := &accounts{}
	var found cnb.RemoteBuildpackInfo
	crashed, err := orCrash(func() (err error) {
		found, err = fetcherOf(asked, accounts).ResolveAndFetch(context.Background(), reference)
		return err
	})
	if crashed != "" || err != nil {
		return entry{Crashed: crashed, Refusal: sentence(err)}
	}
	// Layers of children come first, so the last requested account belongs to the entry.
	layer := found.Layers[len(found.Layers)-1]
	return entry{Buildpack: &buildpack{
		ID:      layer.BuildpackInfo.Id,
		Version: layer.BuildpackInfo.Version,
		DiffID:  layer.BuildpackLayerInfo.LayerDiffID,
		Account: accounts.asked[0],
	}}
}
