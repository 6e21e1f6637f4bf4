package main

import "syscall"

// idle runs the dummy sidecar until SIGTERM or SIGINT. It receives the other signals as well, because their default action
// would end the process.
func idle() int {
	for received := range listen() {
		if received == syscall.SIGTERM || received == syscall.SIGINT {
			break
		}
	}
	return 0
}
