module taskpack.dev/fallback-entrypoint

go 1.19
