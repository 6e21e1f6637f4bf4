// Command leash runs a program that must not outlive its starter. Standard input ends when the starter closes it or dies. The leash
// then ends the program and all processes that the program started.
//
//	leash [-grace DURATION] COMMAND [ARG…]
//
// The program gets SIGTERM, and SIGKILL after DURATION, five seconds if it is not said. Its exit code is leash's; 128+n if
// signal n ended it.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

// The program's parent is the thread that starts it: at that thread's death it gets its signal (prctl(2), PR_SET_PDEATHSIG),
// and among that thread's children it is listed. The first thread stays as long as the process.
func init() {
	runtime.LockOSThread()
}

func main() {
	grace := flag.Duration("grace", 5*time.Second, "what the program has to end by itself")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: leash [-grace DURATION] COMMAND [ARG…]")
		os.Exit(2)
	}
	// The starter handles signals to its group. It ends the leash by closing standard input.
	signal.Ignore(syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE)
	os.Exit(run(flag.Args(), *grace))
}

func run(command []string, grace time.Duration) int {
	program := exec.Command(command[0], command[1:]...)
	program.Stdout, program.Stderr = os.Stdout, os.Stderr
	program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := program.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 127
	}
	ended := make(chan struct{})
	go endWithStarter(program.Process.Pid, ended, grace)
	err := program.Wait()
	close(ended)
	// Kill the processes that the program left in its group.
	_ = syscall.Kill(-program.Process.Pid, syscall.SIGKILL)
	return exitCode(program.ProcessState, err)
}

func endWithStarter(pid int, ended <-chan struct{}, grace time.Duration) {
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
