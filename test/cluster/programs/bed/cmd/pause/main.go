// Command pause holds the namespaces of a Pod. It waits for SIGTERM or SIGINT, and reaps orphaned processes if it is the first
// process of a shared PID namespace.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	stop, ended := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGINT, syscall.SIGTERM)
	signal.Notify(ended, syscall.SIGCHLD)
	for {
		reap()
		select {
		case <-stop:
			return
		case <-ended:
		}
	}
}

// reap waits for all ended children, because one SIGCHLD may stand for several.
func reap() {
	for {
		pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || pid == 0 {
			return
		}
	}
}
