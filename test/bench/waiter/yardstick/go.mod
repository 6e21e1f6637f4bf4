module taskpack.dev/bench/yardstick

go 1.19
