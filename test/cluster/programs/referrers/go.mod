module taskpack.dev/test/referrers

go 1.25.0

require cuelabs.dev/go/oci/ociregistry v0.0.0-20241125120445-2c00c104c6e1

require (
	github.com/opencontainers/go-digest v1.0.0 // indirect
	github.com/opencontainers/image-spec v1.1.0 // indirect
)
