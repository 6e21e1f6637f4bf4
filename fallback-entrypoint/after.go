package main

import "time"

// after tells once that a time has passed, and never for no time. The time package's timers would double the size of
// what this program has of its own.
func after(pause time.Duration) <-chan struct{} {
	if pause <= 0 {
		return nil
	}
	passed := make(chan struct{}, 1)
	go func() {
		time.Sleep(pause)
		passed <- struct{}{}
	}()
	return passed
}
