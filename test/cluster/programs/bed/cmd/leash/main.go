// Command leash runs a program that must not outlive whoever started it: when standard input ends, because the starter
// has closed it or has died in whatever way, the program and all that it has started are ended.
//
//	leash COMMAND [ARG…]
//
// The program gets SIGTERM, and SIGKILL after five seconds. Its exit code is leash's; 128+n if signal n ended it.
package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

const grace = 5 * time.Second

// The program's parent is the thread that starts it: at that thread's death it gets its signal (prctl(2), PR_SET_PDEATHSIG),
// and among that thread's children it is listed. The first thread stays as long as the process.
func init() {
	runtime.LockOSThread()
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: leash COMMAND [ARG…]")
		os.Exit(2)
	}
	// Signals to the starter's group are the starter's to act on: it ends us by closing standard input.
	signal.Ignore(syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE)
	os.Exit(run(os.Args[1], os.Args[2:]))
}

func run(command string, args []string) int {
	program := exec.Command(command, args...)
	program.Stdout, program.Stderr = os.Stdout, os.Stderr
	program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := program.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 127
	}
	ended := make(chan struct{})
	go endWithStarter(program.Process.Pid, ended)
	err := program.Wait()
	close(ended)
	// What the program has left behind in its group goes with it.
	_ = syscall.Kill(-program.Process.Pid, syscall.SIGKILL)
	return exitCode(program.ProcessState, err)
}

func endWithStarter(pid int, ended <-chan struct{}) {
	terminate := make(chan os.Signal, 1)
	signal.Notify(terminate, syscall.SIGTERM)
	closed := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(closed)
	}()
	select {
	case <-ended:
		return
	case <-closed:
	case <-terminate:
	}
	_ = syscall.Kill(-pid, syscall.SIGTERM)
	select {
	case <-ended:
	case <-time.After(grace):
		_ = syscall.Kill(-pid, syscall.SIGKILL)
	}
}

func exitCode(state *os.ProcessState, err error) int {
	if err == nil {
		return 0
	}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}
