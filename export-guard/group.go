package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// readGroup returns the IDs of the buildpacks that the exporter exports (buildpacks/spec, platform.md, group.toml).
func readGroup(path string) ([]string, error) {
	return readIDs(path, "group", "a buildpack")
}

// The directory of a buildpack or an extension has its ID as its name, and a name of a directory has at most 255 bytes.
const maxIDLength = 255

func readIDs(path, key, kind string) ([]string, error) {
	file, err := readTable(path)
	if err != nil {
		return nil, err
	}
	elements, err := tablesAt(file, key)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var ids []string
	for _, element := range elements {
		id, err := textAt(element, "id")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if isReserved(id) || len(id) > maxIDLength {
			return nil, fmt.Errorf("%s: %.40q is not the ID of %s", path, id, kind)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// isReserved returns true for IDs whose directory is not a buildpack's (buildpacks/spec, buildpack.md, "id"). The exporter
// names its own layers after buildpacksio/lifecycle, and takes a buildpack's layer of the same name in their place (lifecycle,
// layers/factory.go).
func isReserved(id string) bool {
	switch escaped(id) {
	case "", ".", "..", "app", "config", "generated", "sbom", "extended", "buildpacksio_lifecycle":
		return true
	}
	return strings.ContainsRune(id, 0)
}

// escaped returns the name of a buildpack's directory (lifecycle, launch.EscapeID).
func escaped(id string) string {
	return strings.ReplaceAll(id, "/", "_")
}

// checkFolders refuses links where the exporter follows them: it lists and archives what such a link points to. Below these
// directories, it archives a link as a link (lifecycle, archive/archive.go).
func checkFolders(layers string, group []string) error {
	for _, folder := range []string{"", "config", "sbom", "sbom/build", "sbom/launch", "sbom/cache"} {
		if err := mustBeFolder(filepath.Join(layers, folder)); err != nil {
			return fmt.Errorf("a buildpack of the group %v has replaced a directory: %w", group, err)
		}
	}
	for _, folder := range []string{"sbom/build/buildpacksio_lifecycle", "sbom/launch/buildpacksio_lifecycle"} {
		if err := mustBePlain(filepath.Join(layers, folder)); err != nil {
			return fmt.Errorf("a buildpack of the group %v has replaced a file: %w", group, err)
		}
	}
	// The exporter takes layers of an extended run image from here (lifecycle, Exporter.addExtensionLayers).
	if _, err := os.Lstat(filepath.Join(layers, "extended")); err == nil {
		return fmt.Errorf("a buildpack of the group %v has made %s/extended, but the Build extends no run image", group, layers)
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
		if isReadByExporter(entry.Name()) && !entry.Type().IsRegular() && !entry.IsDir() {
			return fmt.Errorf("%s is not a regular file", filepath.Join(folder, entry.Name()))
		}
	}
	return nil
}

// isReadByExporter returns true for the names of files that the exporter opens, so that a link or a FIFO is never opened.
func isReadByExporter(name string) bool {
	return strings.HasSuffix(name, ".toml") || strings.HasSuffix(name, ".sha")
}

// mustBePlain accepts a missing directory, or one that contains only directories and regular files. The exporter writes its
// own bills of materials there, and would write through a link (lifecycle, Exporter.copyBuildpacksioSBOMs).
func mustBePlain(folder string) error {
	if err := mustBeFolder(folder); err != nil {
		return err
	}
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, os.ErrNotExist):
			return nil
		case err != nil:
			return err
		case !entry.IsDir() && !entry.Type().IsRegular():
			return fmt.Errorf("%s is not a regular file", path)
		}
		return nil
	})
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
