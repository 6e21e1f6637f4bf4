package main_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"unsafe"
)

const helperName = "helper"

// codeUnable is the helper's exit code if the machine does not support the test.
const codeUnable = 99

// help runs the command that its first argument names. Tests use these commands.
func help(words []string) int {
	switch words[0] {
	case "arguments":
		return tellArguments(words[1:])
	case "signals":
		return tellSignals(words[1])
	case "blocking":
		return executeBlocking(words[1], words[2:])
	case "without-inotify":
		return executeWithoutInotify(words[1:])
	case "with-capabilities":
		return executeWithCapabilities(words[1], words[2:])
	default:
		fmt.Fprintln(os.Stderr, "the helper does not know", words[0])
		return codeUnable
	}
}

// tellArguments prints the number of arguments, and each argument with a NUL byte after it.
func tellArguments(arguments []string) int {
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintf(out, "%d\x00", len(arguments))
	for _, argument := range arguments {
		fmt.Fprintf(out, "%s\x00", argument)
	}
	if out.Flush() != nil {
		return codeUnable
	}
	return 0
}

// tellSignals prints every received signal until its input ends. With `parent`, it also starts a child that does
// the same.
func tellSignals(name string) int {
	received := make(chan os.Signal, 256)
	signal.Notify(received)
	if name == "parent" {
		child := exec.Command("/proc/self/exe", "signals", "child")
		child.Args[0] = helperName
		child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
		if child.Start() != nil {
			return codeUnable
		}
	}
	ended := make(chan struct{})
	go func() {
		_, _ = os.Stdin.Read(make([]byte, 1))
		close(ended)
	}()
	fmt.Printf("%s is ready\n", name)
	for {
		select {
		case got := <-received:
			fmt.Printf("%s got %d\n", name, got)
		case <-ended:
			return 0
		}
	}
}

// executeBlocking executes a command with a blocked signal.
func executeBlocking(number string, command []string) int {
	runtime.LockOSThread()
	bit, err := strconv.Atoi(number)
	if err != nil {
		return codeUnable
	}
	const block = 0
	set := uint64(1) << (bit - 1)
	_, _, problem := syscall.RawSyscall6(syscall.SYS_RT_SIGPROCMASK, block, uintptr(unsafe.Pointer(&set)), 0, 8, 0, 0)
	if problem != 0 {
		return codeUnable
	}
	return execute(command)
}

// executeWithoutInotify executes a command in a new user namespace whose user has no inotify instances left.
func executeWithoutInotify(command []string) int {
	if err := os.WriteFile("/proc/sys/user/max_inotify_instances", []byte("0"), 0); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return codeUnable
	}
	if _, err := syscall.InotifyInit1(0); err == nil {
		fmt.Fprintln(os.Stderr, "there still are inotify instances")
		return codeUnable
	}
	return execute(command)
}

// executeWithCapabilities executes a command with no other capabilities than a set of bits, as the container runtime does.
func executeWithCapabilities(bits string, command []string) int {
	runtime.LockOSThread()
	kept, err := strconv.ParseUint(bits, 16, 32)
	if err != nil {
		return codeUnable
	}
	const dropFromBoundingSet, noNewPrivileges = 24, 38
	for capability := uintptr(0); capability < 64; capability++ {
		if kept&(1<<capability) == 0 {
			_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, dropFromBoundingSet, capability, 0)
		}
	}
	if _, _, problem := syscall.RawSyscall6(syscall.SYS_PRCTL, noNewPrivileges, 1, 0, 0, 0, 0); problem != 0 {
		return codeUnable
	}
	return execute(command)
}

func execute(command []string) int {
	path, err := exec.LookPath(command[0])
	if err == nil {
		err = syscall.Exec(path, command, os.Environ())
	}
	fmt.Fprintln(os.Stderr, err)
	return codeUnable
}
