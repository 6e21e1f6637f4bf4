package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/BurntSushi/toml"
)

// copyAnalyzed gives detect a copy of analyzed.toml, because the detector writes the run image of image extensions into the file
// (lifecycle, cmd/lifecycle/detector.go), and buildpacks must not change the file that analyze wrote.
func copyAnalyzed(o options) error {
	content, err := readRegular(o.from)
	if err != nil {
		return err
	}
	if err := os.WriteFile(o.analyzed, content, 0o644); err != nil {
		return err
	}
	return listIgnoredDockerfiles(extensionsFolder(os.Getenv("CNB_EXTENSIONS_DIR")), ignoredListAt(o.analyzed))
}

// takeRunImage writes the run image that detect left in its copy of analyzed.toml into the file that restore and export read. It
// takes the name of an allowed image and no other field: restore resolves the digest and the target.
func takeRunImage(o options) error {
	extensions, err := readExtensions(o.group)
	if err != nil {
		return err
	}
	if err := refuseBuildDockerfiles(o.generated, extensions); err != nil {
		return err
	}
	if err := refuseIgnoredDockerfiles(ignoredListAt(o.from), extensions); err != nil {
		return err
	}
	image, err := generatedRunImage(o.from, extensions)
	if err != nil {
		return err
	}
	analyzed, err := readTable(o.analyzed)
	if err != nil {
		return err
	}
	before, err := runImageOf(analyzed)
	if err != nil || image == "" || image == before {
		return err
	}
	if _, err := parseReference(image); err != nil {
		return fmt.Errorf("an image extension of the group %q sets the run image %q, which is not an image reference. The lifecycle expands no variable in FROM except base_image", extensions, image)
	}
	if !o.isAllowed(image) {
		return fmt.Errorf("an image extension of the group %q sets the run image %q. The builder names no such run image, and EXTENSION_RUN_IMAGES does not allow it", extensions, image)
	}
	fmt.Printf("taskpack-export: image extensions set the run image %s\n", image)
	analyzed["run-image"] = table{"reference": image, "image": image}
	var content bytes.Buffer
	if err := toml.NewEncoder(&content).Encode(analyzed); err != nil {
		return err
	}
	return os.WriteFile(o.analyzed, content.Bytes(), 0o644)
}

// generatedRunImage returns the run image in detect's copy of analyzed.toml, or an empty string.
func generatedRunImage(path string, extensions []string) (string, error) {
	detected, err := readTable(path)
	if err != nil {
		return "", err
	}
	image, err := tableAt(detected, "run-image")
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	if extend, err := field(image, "extend"); err != nil || (extend != nil && extend != false) {
		return "", fmt.Errorf("an image extension of the group %q generates a run.Dockerfile with more than FROM. taskpack switches run images, but does not extend them", extensions)
	}
	return runImageOf(detected)
}

func runImageOf(analyzed table) (string, error) {
	image, err := tableAt(analyzed, "run-image")
	if err != nil {
		return "", err
	}
	return textAt(image, "image")
}

// refuseBuildDockerfiles names the extension whose build.Dockerfile nothing would apply (buildpacks/spec, image_extension.md).
func refuseBuildDockerfiles(generated string, extensions []string) error {
	if err := mustBeFolder(generated); err != nil {
		return err
	}
	for _, id := range extensions {
		_, err := os.Lstat(filepath.Join(generated, escaped(id), "build.Dockerfile"))
		if err == nil {
			return buildDockerfileOf(id)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// The directory of an extension has its ID as its name, and a name of a directory has at most 255 bytes.
const maxIDLength = 255

// readExtensions returns the IDs of the image extensions that passed detection.
func readExtensions(path string) ([]string, error) {
	file, err := readTable(path)
	if err != nil {
		return nil, err
	}
	elements, err := tablesAt(file, "group-extensions")
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
			return nil, fmt.Errorf("%s: %.40q is not the ID of an image extension", path, id)
		}
		ids = append(ids, id)
	}
	return ids, nil
}
