package main

import (
	"runtime"
	"syscall"
	"unsafe"
)

// capKill is the number of the capability KILL (linux, include/uapi/linux/capability.h).
const capKill = 5

// prSetNoNewPrivs is PR_SET_NO_NEW_PRIVS of prctl(2).
const prSetNoNewPrivs = 38

// capabilityHeader and capabilitySet are the structures of capget(2), version 3.
type capabilityHeader struct {
	version uint32
	pid     int32
}

type capabilitySet struct{ effective, permitted, inheritable uint32 }

const capabilityVersion3 = 0x20080522

// startWithoutKill starts the command without the capability KILL: it calls startProcess in a thread that has given the capability
// up. The other threads of the waiter keep it.
//
// The command runs as root. The kernel lets root trace a process of root only if it has all capabilities of that process (linux,
// security/commoncap.c). So the command can trace neither the waiter nor process 1, which in a Tekton step is Tekton's entrypoint. The waiter
// itself needs the capability to end processes of other users.
func startWithoutKill(path string, startProcess func() (int, error)) (pid int, problem *failure) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		if syscall.Gettid() == syscall.Getpid() {
			// Go never ends the main thread, and its capabilities decide who may trace the process. While it is locked, another
			// goroutine has another thread.
			pid, problem = startWithoutKill(path, startProcess)
			runtime.UnlockOSThread()
			return
		}
		// The thread ends with the goroutine, because nothing unlocks it.
		if problem = dropKill(); problem != nil {
			return
		}
		started, err := startProcess()
		if err != nil {
			problem = cannotExecute(path, err)
		}
		pid = started
	}()
	<-done
	return pid, problem
}

// dropKill takes the capability from the calling thread. With no_new_privs, no exec gives it back (capabilities(7)).
func dropKill() *failure {
	const what = "cannot give up the capability KILL (--drop_kill): "
	if _, _, problem := syscall.RawSyscall6(syscall.SYS_PRCTL, prSetNoNewPrivs, 1, 0, 0, 0, 0); problem != 0 {
		return failed(what + problem.Error())
	}
	header := capabilityHeader{version: capabilityVersion3}
	var sets [2]capabilitySet
	if err := capabilities(syscall.SYS_CAPGET, &header, &sets); err != nil {
		return failed(what + err.Error())
	}
	if sets[0].permitted&(1<<capKill) == 0 {
		return failed(what + "the waiter does not have it. Add KILL to the container's capabilities")
	}
	sets[0].effective &^= 1 << capKill
	sets[0].permitted &^= 1 << capKill
	sets[0].inheritable &^= 1 << capKill
	if err := capabilities(syscall.SYS_CAPSET, &header, &sets); err != nil {
		return failed(what + err.Error())
	}
	return nil
}

func capabilities(call uintptr, header *capabilityHeader, sets *[2]capabilitySet) error {
	_, _, problem := syscall.RawSyscall(call, uintptr(unsafe.Pointer(header)), uintptr(unsafe.Pointer(sets)), 0)
	if problem != 0 {
		return problem
	}
	return nil
}
