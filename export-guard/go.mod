module taskpack.dev/export-guard

go 1.24

require (
	github.com/BurntSushi/toml v1.5.0
	github.com/google/go-containerregistry v0.20.6
)

require github.com/opencontainers/go-digest v1.0.0 // indirect
