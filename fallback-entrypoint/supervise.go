package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// grace is the time between SIGTERM and SIGKILL after --timeout.
const grace = 5 * time.Second

// ending is why a command ended.
type ending int

const (
	byItself ending = iota
	// The command got a signal that ends a process by default, so the container is stopping.
	bySignal
	byTimeout
)

// listen receives every signal that a process can handle. The waiter passes them on to the command.
func listen() <-chan os.Signal {
	signals := make(chan os.Signal, 64)
	signal.Notify(signals)
	return signals
}

// listenForStop receives the first signal that ends a process by default, for those who do not read the channel of listen.
func listenForStop() <-chan os.Signal {
	stops := make(chan os.Signal, 1)
	signal.Notify(stops, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT)
	return stops
}

// supervise waits until the command ends. It passes signals on to the command's process group and ends the group after a
// timeout. It reaps all children, which include all orphans if the waiter is PID 1.
func supervise(pid int, timeout time.Duration, signals <-chan os.Signal) (status syscall.WaitStatus, cause ending) {
	ended := make(chan syscall.WaitStatus, 1)
	go reap(pid, ended)
	deadline := after(timeout)
	var lastDeadline <-chan struct{}
	for {
		select {
		case status = <-ended:
			if cause == byTimeout {
				// The command's children may still run.
				_ = syscall.Kill(-pid, syscall.SIGKILL)
			}
			return status, cause
		case <-deadline:
			cause = byTimeout
			lastDeadline = after(grace)
			_ = syscall.Kill(-pid, syscall.SIGTERM)
		case <-lastDeadline:
			_ = syscall.Kill(-pid, syscall.SIGKILL)
		case received := <-signals:
			if cause == byItself && stoppedWaiting(received) != nil {
				cause = bySignal
			}
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
