// Command istio-manifests prints the objects of Istio's own charts as JSON: istio-manifests KEY=VALUE…
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"istio.io/istio/operator/pkg/render"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(settings []string) error {
	sets, _, err := render.GenerateManifest(nil, settings, true, nil, nil)
	if err != nil {
		return err
	}
	objects := []map[string]any{}
	for _, set := range sets {
		for _, manifest := range set.Manifests {
			objects = append(objects, manifest.Object)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(objects)
}
