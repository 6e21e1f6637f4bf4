module taskpack.dev/test/archives

go 1.25.0
