package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// grace is the time between SIGTERM and SIGKILL after --timeout.
const grace = 5 * time.Second

// listen receives every signal that a process can handle. The waiter passes them on to the command.
func listen() <-chan os.Signal {
	signals := make(chan os.Signal, 64)
	signal.Notify(signals)
	return signals
}

// supervise waits until the command ends. It passes signals on to the command's process group and ends the group after a
// timeout. It reaps all children, which include all orphans if the waiter is PID 1.
func supervise(pid int, timeout time.Duration, signals <-chan os.Signal) (status syscall.WaitStatus, isTimeout bool) {
	ended := make(chan syscall.WaitStatus, 1)
	go reap(pid, ended)
	deadline := after(timeout)
	var lastDeadline <-chan struct{}
	for {
		select {
		case status = <-ended:
			if isTimeout {
				// The command's children may still run.
				_ = syscall.Kill(-pid, syscall.SIGKILL)
			}
			return status, isTimeout
		case <-deadline:
			isTimeout = true
			lastDeadline = after(grace)
			_ = syscall.Kill(-pid, syscall.SIGTERM)
		case <-lastDeadline:
			_ = syscall.Kill(-pid, syscall.SIGKILL)
		case received := <-signals:
			passOn(received, pid)
		}
	}
}

// passOn drops the signals that are for the waiter itself: SIGCHLD, and SIGURG of Go's scheduler.
func passOn(received os.Signal, pid int) {
	if number := received.(syscall.Signal); number != syscall.SIGCHLD && number != syscall.SIGURG {
		_ = syscall.Kill(-pid, number)
	}
}

func reap(pid int, ended chan<- syscall.WaitStatus) {
	for {
		var status syscall.WaitStatus
		reaped, err := syscall.Wait4(-1, &status, 0, nil)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			// The status is unknown, so report a failure.
			status = codeFailed << 8
		}
		if reaped == pid || err != nil {
			ended <- status
			return
		}
	}
}

func exitCode(status syscall.WaitStatus) int {
	if status.Signaled() {
		return codeSignal + int(status.Signal())
	}
	return status.ExitStatus()
}
