module taskpack.dev/test/bed

go 1.24.0
