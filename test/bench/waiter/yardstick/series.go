package main

import (
	"fmt"
	"strconv"
	"syscall"
	"time"
)

// series runs a command COUNT times, one after the other, and prints the time in nanoseconds. It starts the command with the same
// call as the waiter.
func series(words []string) error {
	if len(words) != 2 {
		return fmt.Errorf("series COUNT COMMAND")
	}
	count, err := strconv.Atoi(words[0])
	if err != nil {
		return err
	}
	started := time.Now()
	for i := 0; i < count; i++ {
		if err := startAndWait(words[1]); err != nil {
			return err
		}
	}
	fmt.Println(time.Since(started).Nanoseconds())
	return nil
}

func startAndWait(command string) error {
	pid, err := syscall.ForkExec(command, []string{command}, &syscall.ProcAttr{
		Env:   syscall.Environ(),
		Files: []uintptr{0, 1, 2},
		Sys:   &syscall.SysProcAttr{Setpgid: true},
	})
	if err != nil {
		return err
	}
	var status syscall.WaitStatus
	_, err = syscall.Wait4(pid, &status, 0, nil)
	return err
}
