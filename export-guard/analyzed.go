package main

import (
	"fmt"

	"github.com/google/go-containerregistry/pkg/name"
)

// checkAnalyzed checks the images from which the exporter takes layers with the Build's credentials (lifecycle,
// platform/files/analyzed.go): the previous image for reused layers, and the run image as the base. It compares
// repositories, because the analyzer and the restorer write digests. Extensions can have set the run image, but not extended it.
func checkAnalyzed(o options) error {
	analyzed, err := readTable(o.analyzed)
	if err != nil {
		return err
	}
	if err := checkPreviousImage(analyzed, o); err != nil {
		return fmt.Errorf("%s: %w. A buildpack or a program of the builder has changed the file", o.analyzed, err)
	}
	if err := checkRunImage(analyzed, o); err != nil {
		return fmt.Errorf("%s: %w. A buildpack or a program of the builder has changed the file", o.analyzed, err)
	}
	return nil
}

func checkPreviousImage(analyzed table, o options) error {
	image, err := tableAt(analyzed, "image")
	if err != nil {
		return err
	}
	reference, err := textAt(image, "reference")
	if err != nil || reference == "" {
		return err
	}
	allowed := []string{o.tag}
	if o.previousImage != "" {
		allowed = append(allowed, o.previousImage)
	}
	return inRepositoryOf("image.reference", reference, allowed)
}

func checkRunImage(analyzed table, o options) error {
	image, err := tableAt(analyzed, "run-image")
	if err != nil {
		return err
	}
	for _, key := range []string{"reference", "image"} {
		reference, err := textAt(image, key)
		if err != nil {
			return err
		}
		if reference == "" {
			continue
		}
		if parsed, err := parseReference(reference); err == nil && matchesPattern(o.runImagePatterns, parsed.Context()) {
			continue
		}
		if err := inRepositoryOf("run-image."+key, reference, o.runImages); err != nil {
			return err
		}
	}
	if extend, err := field(image, "extend"); err != nil || (extend != nil && extend != false) {
		return fmt.Errorf("run-image.extend is set, but the Build extends no run image")
	}
	return nil
}

// inRepositoryOf parses references as the lifecycle does (go-containerregistry, WeakValidation).
func inRepositoryOf(key, reference string, allowed []string) error {
	parsed, err := parseReference(reference)
	if err != nil {
		return fmt.Errorf("%s is not an image reference", key)
	}
	for _, one := range allowed {
		if other, err := name.ParseReference(one, name.WeakValidation); err == nil && other.Context().Name() == parsed.Context().Name() {
			return nil
		}
	}
	return fmt.Errorf("%s is %q, which is not in the repository of %v", key, reference, allowed)
}
