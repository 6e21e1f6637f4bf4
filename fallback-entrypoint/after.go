package main

import "time"

// after returns a channel that receives once after a pause, or nil for no pause. The timers of the time package would
// double the size of this program's own code.
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
