package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ignoredListAt returns the path of the list beside detect's copy of analyzed.toml.
func ignoredListAt(analyzed string) string {
	return filepath.Join(filepath.Dir(analyzed), "ignored-dockerfiles")
}

// listIgnoredDockerfiles writes the directory names of the extensions whose build.Dockerfile the lifecycle ignores. An extension is at
// ID/VERSION. Since Platform API 0.13, the lifecycle does not copy the output of an extension without bin/generate to the directory that the extender reads (lifecycle
// 0.20.12 and 0.21.14, phase/generator.go). Only this container has the builder image.
func listIgnoredDockerfiles(extensions, list string) error {
	found, err := filepath.Glob(filepath.Join(extensions, "*", "*", "generate", "build.Dockerfile"))
	if err != nil {
		return err
	}
	var lines []string
	for _, dockerfile := range found {
		version := filepath.Dir(filepath.Dir(dockerfile))
		if _, err := os.Stat(filepath.Join(version, "bin", "generate")); errors.Is(err, fs.ErrNotExist) {
			lines = append(lines, filepath.Base(filepath.Dir(version))+"\n")
		}
	}
	return os.WriteFile(list, []byte(strings.Join(lines, "")), 0o644)
}

// refuseIgnoredDockerfiles refuses an extension of the list. A program in detect can change the list: the Build then misses a
// Dockerfile, but takes no image that is not allowed.
func refuseIgnoredDockerfiles(list string, extensions []string) error {
	content, err := readRegular(list)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	ignored := map[string]bool{}
	for _, line := range strings.Split(string(content), "\n") {
		ignored[line] = true
	}
	for _, id := range extensions {
		if ignored[escaped(id)] {
			return fmt.Errorf("the image extension %q has a build.Dockerfile but no bin/generate, and the lifecycle ignores the file. Give the extension a bin/generate that writes it", id)
		}
	}
	return nil
}
