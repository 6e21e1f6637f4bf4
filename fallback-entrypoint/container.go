package main

import (
	"syscall"
	"time"
)

// claims are the lock of --lock and the message of --own_message, which the waiter keeps open while the command runs.
type claims struct {
	lock    directoryLock
	message ownMessage
}

// endsOthers returns true if all other processes of the container end after the command.
func (o options) endsOthers() bool {
	return o.lock != "" || o.token != ""
}

// claim takes the lock and opens the termination message before the wait begins, and checks that this process can end all other
// processes of its container. Without the flags it returns claims that do nothing.
func claim(o options) (claims, *failure) {
	message, problem := openMessage(o)
	if problem != nil || !o.endsOthers() {
		return claims{message: message}, problem
	}
	if problem = ownContainer(); problem != nil {
		return claims{message: message}, problem
	}
	forbidTracing()
	lock, problem := takeLock(o.lock)
	return claims{lock, message}, problem
}

func takeLock(path string) (directoryLock, *failure) {
	if path == "" {
		return directoryLock{}, nil
	}
	descriptor, isHeld, err := lockDirectory(path, syscall.LOCK_EX)
	switch {
	case isHeld:
		return directoryLock{}, failed(path + " is locked by another process")
	case err != nil:
		return directoryLock{}, failed("cannot lock " + path + ": " + err.Error())
	}
	return directoryLock{descriptor, true}, nil
}

// directoryLock is the lock of --lock, or no lock.
type directoryLock struct {
	descriptor int
	isHeld     bool
}

func (l directoryLock) release() {
	if l.isHeld {
		unlock(l.descriptor)
	}
}

// firstNamespace is the PID namespace of the machine. Its inode number is a constant (linux, include/linux/proc_ns.h,
// PROC_PID_INIT_INO).
const firstNamespace = "pid:[4026531836]"

// ownContainer fails unless the container has a PID namespace of its own. In a shared namespace, processes of the container
// could kill the waiter, and the waiter would kill processes of other containers. Process 1 gets only those signals of its
// namespace for which it has a handler. When process 1 ends, the kernel kills all other processes (pid_namespaces(7)).
// In a Tekton step, Tekton's entrypoint is process 1 and the waiter is its child.
func ownContainer() *failure {
	var buffer [64]byte
	n, err := syscall.Readlink("/proc/self/ns/pid", buffer[:])
	isFirst := err != nil || string(buffer[:n]) == firstNamespace
	if !isFirst && (syscall.Getpid() == 1 || syscall.Getppid() == 1) {
		return nil
	}
	return failed("the waiter is not process 1 of its container, so the Pod shares a process namespace. " +
		"Remove shareProcessNamespace and hostPID from the Pod: a buildpack could end the waiter there")
}

// forbidTracing keeps other processes of the same user from tracing this process and from reading its memory and descriptors
// (prctl(2), PR_SET_DUMPABLE; ptrace(2)). The exec of the command resets the attribute for the command. This function also
// makes orphans of the command children of this process if this process is not process 1.
func forbidTracing() {
	const childSubreaper = 36 // PR_SET_CHILD_SUBREAPER
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0)
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, childSubreaper, 1, 0)
}

// endOthers kills and reaps all other processes of the container. A process cannot escape by fork(2): the kernel starts no
// child of a process that has a fatal signal.
func endOthers() {
	pause := time.Millisecond
	// kill(2): -1 means every process of the namespace except process 1 and, on Linux, the caller.
	for syscall.Kill(-1, syscall.SIGKILL) != syscall.ESRCH {
		if _, err := syscall.Wait4(-1, nil, 0, nil); err != syscall.ECHILD {
			continue
		}
		// The process entered the namespace from outside, as `kubectl exec` does. Its parent there reaps it.
		time.Sleep(pause)
		if pause *= 2; pause > latest {
			pause = latest
		}
	}
}
