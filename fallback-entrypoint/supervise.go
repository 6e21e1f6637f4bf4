package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// grace is what a command has left when its time is up: SIGTERM first, SIGKILL then.
const grace = 5 * time.Second

// listen begins to take every signal that a process can take: what the waiter gets is its command's.
func listen() <-chan os.Signal {
	signals := make(chan os.Signal, 64)
	signal.Notify(signals)
	return signals
}

// supervise waits for the command's end. It passes signals on to the command's group, ends the group after a timeout,
// and reaps whatever becomes its child, which is every orphan if it is the first process.
func supervise(pid int, timeout time.Duration, signals <-chan os.Signal) (status syscall.WaitStatus, isTimeout bool) {
	ended := make(chan syscall.WaitStatus, 1)
	go reap(pid, ended)
	deadline := after(timeout)
	var lastDeadline <-chan struct{}
	for {
		select {
		case status = <-ended:
			if isTimeout {
				// Its children need not have ended with it.
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

// passOn spares the command what is about the waiter itself: its children, and Go's scheduler.
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
			// Nobody knows how it ended; that is no success.
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
