package main

import (
	"fmt"
	"strings"

	"github.com/google/go-containerregistry/pkg/name"
)

// isAllowed returns true if an image is one of the run images, by tag or digest, or if a pattern matches its repository.
func (o options) isAllowed(image string) bool {
	parsed, err := parseReference(image)
	if err != nil {
		return false
	}
	for _, one := range o.runImages {
		if other, err := name.ParseReference(one, name.WeakValidation); err == nil && other.Name() == parsed.Name() {
			return true
		}
	}
	return matchesPattern(o.runImagePatterns, parsed.Context())
}

// parseReference parses references as the lifecycle does (go-containerregistry, WeakValidation). It refuses the parts ".", ".." and
// "", because HTTP servers resolve them: registry.example/run/../private is the repository private.
func parseReference(text string) (name.Reference, error) {
	parsed, err := name.ParseReference(text, name.WeakValidation)
	if err != nil {
		return nil, err
	}
	for _, part := range append(strings.Split(parsed.Context().RepositoryStr(), "/"), parsed.Identifier()) {
		if part == "" || part == "." || part == ".." {
			return nil, fmt.Errorf("%q is not a part of a reference", part)
		}
	}
	return parsed, nil
}

// matchesPattern follows src/core/model/repository-patterns.ts: a pattern is a repository with its registry, or PATH/* for all
// repositories below a path or of a registry. testdata/patterns.json has the cases that both must answer alike.
func matchesPattern(patterns []string, repository name.Repository) bool {
	for _, pattern := range patterns {
		if matches(pattern, repository) {
			return true
		}
	}
	return false
}

func matches(pattern string, repository name.Repository) bool {
	path, isBelow := strings.CutSuffix(pattern, "/*")
	host, _, hasPath := strings.Cut(path, "/")
	path = strings.ToLower(host) + strings.TrimPrefix(path, host)
	if isBelow {
		// Any repository below the path, so that the path is parsed as a part of an image name.
		path += "/any"
	}
	wanted, err := name.NewRepository(path, name.WeakValidation)
	if err != nil || wanted.RegistryStr() != strings.ToLower(repository.RegistryStr()) {
		return false
	}
	// A host without a dot or a port, such as localhost, would mean a path of Docker Hub.
	if !strings.ContainsAny(host, ".:") {
		return false
	}
	if !isBelow {
		return wanted.RepositoryStr() == repository.RepositoryStr()
	}
	// Docker Hub puts a name without a path below library, which the pattern does not mean.
	return !hasPath || strings.HasPrefix(repository.RepositoryStr(), strings.TrimSuffix(wanted.RepositoryStr(), "any"))
}
