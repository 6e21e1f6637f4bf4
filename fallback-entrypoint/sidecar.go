package main

import "syscall"

// idle is the dummy sidecar: there from the start, never over by itself, and over at once when told. Other signals would
// end it if nobody took them.
func idle() int {
	for received := range listen() {
		if received == syscall.SIGTERM || received == syscall.SIGINT {
			break
		}
	}
	return 0
}
