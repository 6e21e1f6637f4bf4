package main

import (
	"fmt"
	"path/filepath"
)

// lifecycleLabels are the labels that the exporter itself sets. Labels of buildpacks come later and replace them (lifecycle,
// Exporter.setLabels). The next analyzer takes layers and bills of materials from the first label of the previous image.
var lifecycleLabels = map[string]bool{
	"io.buildpacks.lifecycle.metadata": true,
	"io.buildpacks.build.metadata":     true,
	"io.buildpacks.project.metadata":   true,
}

// checkLabels checks metadata.toml, from which the exporter takes labels. The builder writes it from the launch.toml files.
func checkLabels(layers string, group []string) error {
	path := filepath.Join(layers, "config", "metadata.toml")
	label, err := forbiddenLabel(path)
	if err != nil {
		return err
	}
	if label == "" {
		return nil
	}
	return fmt.Errorf("%s sets the label %s, which is the lifecycle's", buildpackWith(label, layers, group), label)
}

// buildpackWith names the buildpack whose launch.toml sets the label.
func buildpackWith(label, layers string, group []string) string {
	for _, id := range group {
		if found, err := forbiddenLabel(filepath.Join(layers, escaped(id), "launch.toml")); err == nil && found == label {
			return "the buildpack " + id
		}
	}
	return fmt.Sprintf("a buildpack of the group %v", group)
}

func forbiddenLabel(path string) (string, error) {
	file, err := readTable(path)
	if err != nil {
		return "", err
	}
	labels, err := tablesAt(file, "labels")
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	for _, label := range labels {
		key, err := textAt(label, "key")
		if err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		if lifecycleLabels[key] {
			return key, nil
		}
	}
	return "", nil
}
