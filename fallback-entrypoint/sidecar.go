package main

import (
	"os"
	"os/signal"
	"syscall"
)

// idle is the dummy sidecar: there from the start, never over by itself, and over at once when told.
func idle() int {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGTERM, syscall.SIGINT)
	<-told
	return 0
}
