package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

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
	extensions := cmp.Or(os.Getenv("CNB_EXTENSIONS_DIR"), "/cnb/extensions")
	return listIgnoredDockerfiles(extensions, ignoredListAt(o.analyzed))
}

// takeRunImage writes the run image that detect left in its copy of analyzed.toml into the file that restore and export read. It
// takes the name of an allowed image and no other field: restore resolves the digest and the target.
func takeRunImage(o options) error {
	extensions, err := readIDs(o.group, "group-extensions", "an image extension")
	if err != nil {
		return err
	}
	if err := checkBuildDockerfiles(o, extensions); err != nil {
		return err
	}
	if err := refuseIgnoredDockerfiles(ignoredListAt(o.from), extensions); err != nil {
		return err
	}
	source := sourceOf(o.generated, extensions)
	image, err := switchedRunImage(o.from, source)
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
	if err := checkSwitch(o, image, source); err != nil {
		return err
	}
	fmt.Printf("taskpack-export: image extensions switch to the run image %s\n", image)
	return writeRunImage(o.analyzed, analyzed, image)
}

func checkSwitch(o options, image, source string) error {
	if _, err := parseReference(image); err != nil {
		return fmt.Errorf("%s switches to the run image %q, which is not an image reference. Write a repository with a tag or digest, without variables and without \"..\"", source, image)
	}
	if !o.isAllowed(image) {
		return fmt.Errorf("%s switches to the run image %q, which neither the Build nor the builder names. Use one of their run images, or ask the operator to add the repository to EXTENSION_RUN_IMAGES", source, image)
	}
	return nil
}

func writeRunImage(path string, analyzed table, image string) error {
	analyzed["run-image"] = table{"reference": image, "image": image}
	var content bytes.Buffer
	if err := toml.NewEncoder(&content).Encode(analyzed); err != nil {
		return err
	}
	return os.WriteFile(path, content.Bytes(), 0o644)
}

// switchedRunImage returns the run image in detect's copy of analyzed.toml, or an empty string.
func switchedRunImage(path, source string) (string, error) {
	detected, err := readTable(path)
	if err != nil {
		return "", err
	}
	image, err := tableAt(detected, "run-image")
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	if extend, err := field(image, "extend"); err != nil || (extend != nil && extend != false) {
		return "", fmt.Errorf("%s generates a run.Dockerfile with more than FROM. taskpack switches run images, but does not extend them", source)
	}
	return runImageOf(detected)
}

// sourceOf names the extensions that generated a run.Dockerfile, or all of them if no directory has the file.
func sourceOf(generated string, extensions []string) string {
	var quoted, all []string
	for _, id := range extensions {
		all = append(all, fmt.Sprintf("%q", id))
		if _, err := os.Lstat(filepath.Join(generated, escaped(id), "run.Dockerfile")); err == nil {
			quoted = append(quoted, fmt.Sprintf("%q", id))
		}
	}
	if len(quoted) == 0 {
		quoted = all
	}
	switch len(quoted) {
	case 0:
		return "an image extension"
	case 1:
		return "the image extension " + quoted[0]
	}
	return "one of the image extensions " + strings.Join(quoted, ", ")
}

func runImageOf(analyzed table) (string, error) {
	image, err := tableAt(analyzed, "run-image")
	if err != nil {
		return "", err
	}
	return textAt(image, "image")
}

// checkBuildDockerfiles names the extension whose build.Dockerfile nothing would apply (buildpacks/spec, image_extension.md), or
// whose build.Dockerfile is another file for completion than for the extender, because it is a link.
func checkBuildDockerfiles(o options, extensions []string) error {
	if err := mustBeFolder(o.generated); err != nil {
		return err
	}
	for _, id := range extensions {
		folder := filepath.Join(o.generated, escaped(id))
		if err := mustBeFolder(folder); err != nil {
			return err
		}
		info, err := os.Lstat(filepath.Join(folder, "build.Dockerfile"))
		if err == nil && o.extendsBuildImage {
			if !info.Mode().IsRegular() {
				return fmt.Errorf("the image extension %q generates a build.Dockerfile that is not a regular file. Generate a regular file", id)
			}
			continue
		}
		if err == nil {
			return fmt.Errorf("the image extension %q generates a build.Dockerfile, which runs as root. Ask the operator to add the builder to EXTENSION_BUILDERS, and an administrator of the cluster to set the label taskpack.dev/image-extensions=true on the namespace", id)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
