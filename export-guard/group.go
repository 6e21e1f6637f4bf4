package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// readGroup returns the IDs of the buildpacks that the exporter exports (buildpacks/spec, platform.md, group.toml).
func readGroup(path string) ([]string, error) {
	file, err := readTable(path)
	if err != nil {
		return nil, err
	}
	elements, err := tablesAt(file, "group")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var ids []string
	for _, element := range elements {
		id, err := textAt(element, "id")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if isReserved(id) {
			return nil, fmt.Errorf("%s: %q is not the ID of a buildpack", path, id)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// isReserved returns true for IDs whose directory is not a buildpack's (buildpacks/spec, buildpack.md, "id").
func isReserved(id string) bool {
	switch escaped(id) {
	case "", ".", "..", "app", "config", "generated", "sbom", "extended":
		return true
	}
	return strings.ContainsRune(id, 0)
}

// escaped returns the name of a buildpack's directory (lifecycle, launch.EscapeID).
func escaped(id string) string {
	return strings.ReplaceAll(id, "/", "_")
}

// checkFolders refuses links where the exporter follows them. It lists and archives what such a link points to, and it writes
// its own SBOMs below /layers/sbom (lifecycle, phase/exporter.go).
func checkFolders(layers string, group []string) error {
	for _, folder := range []string{"", "config", "sbom", "sbom/build", "sbom/launch", "sbom/cache",
		"sbom/build/buildpacksio_lifecycle", "sbom/launch/buildpacksio_lifecycle", "sbom/launch/buildpacksio_lifecycle/launcher"} {
		if err := mustBeFolder(filepath.Join(layers, folder)); err != nil {
			return fmt.Errorf("a buildpack of the group %v has replaced a directory: %w", group, err)
		}
	}
	// The exporter takes layers of an extended run image from here (lifecycle, Exporter.addExtensionLayers).
	if _, err := os.Lstat(filepath.Join(layers, "extended")); err == nil {
		return fmt.Errorf("a buildpack of the group %v has made %s/extended, but the Build uses no extensions", group, layers)
	}
	for _, id := range group {
		if err := checkBuildpackFolder(filepath.Join(layers, escaped(id))); err != nil {
			return fmt.Errorf("the buildpack %s has replaced a file: %w", id, err)
		}
	}
	return nil
}

func checkBuildpackFolder(folder string) error {
	if err := mustBeFolder(folder); err != nil {
		return err
	}
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), ".toml") && !entry.Type().IsRegular() && !entry.IsDir() {
			return fmt.Errorf("%s is not a regular file", filepath.Join(folder, entry.Name()))
		}
	}
	return nil
}

// mustBeFolder accepts a missing directory.
func mustBeFolder(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory", path)
	}
	return nil
}
