package main

import (
	"runtime"
	"syscall"
	"unsafe"
)

// startConfined starts the command so that it cannot change Tekton's entrypoint, which is process 1 of the step. The entrypoint
// is not ended with the other processes, so changed code of it could go on beside the next step.
func startConfined(o options) (int, *failure) {
	type started struct {
		pid     int
		problem *failure
	}
	result := make(chan started)
	go func() {
		// The kernel confines threads, and a child inherits the state of the thread that starts it. The goroutine never
		// unlocks its thread, so the thread ends with it.
		runtime.LockOSThread()
		if !forbidTracing() && isTracingAllowed() {
			say("a process of this step can change Tekton's entrypoint and so forge the end of the step, because the node " +
				"has neither Landlock (Linux 5.19) nor Yama with kernel.yama.ptrace_scope=1")
		}
		pid, problem := start(o)
		result <- started{pid, problem}
	}()
	s := <-result
	return s.pid, s.problem
}

// linux, include/uapi/linux/landlock.h. The numbers of the system calls are the same on all architectures.
const (
	landlockCreateRuleset = 444
	landlockAddRule       = 445
	landlockRestrictSelf  = 446
	landlockVersion       = 1
	landlockPathBeneath   = 1
	landlockRefer         = 1 << 13
	// The first version in which a ruleset can permit to move files to other directories.
	landlockFirstRefer = 2
)

// forbidTracing puts the calling thread and its future children into a Landlock domain. Processes in a domain cannot trace
// processes outside of it, or write to their memory (landlock(7), ptrace(2)). A ruleset must restrict something, so it
// restricts moves between directories, and one rule permits them everywhere.
func forbidTracing() bool {
	version, _, problem := syscall.RawSyscall(landlockCreateRuleset, 0, 0, landlockVersion)
	if problem != 0 || version < landlockFirstRefer {
		return false
	}
	attributes := struct{ handledAccessFS uint64 }{landlockRefer}
	size := unsafe.Sizeof(attributes)
	ruleset, _, problem := syscall.RawSyscall(landlockCreateRuleset, uintptr(unsafe.Pointer(&attributes)), size, 0)
	if problem != 0 {
		return false
	}
	defer func() { _ = syscall.Close(int(ruleset)) }()
	if !permitMoves(ruleset) {
		return false
	}
	const noNewPrivileges = 38 // PR_SET_NO_NEW_PRIVS
	if _, _, problem = syscall.RawSyscall6(syscall.SYS_PRCTL, noNewPrivileges, 1, 0, 0, 0, 0); problem != 0 {
		return false
	}
	_, _, problem = syscall.RawSyscall(landlockRestrictSelf, ruleset, 0, 0)
	return problem == 0
}

func permitMoves(ruleset uintptr) bool {
	const path = 0x200000 // O_PATH
	root, err := syscall.Open("/", path|syscall.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer func() { _ = syscall.Close(root) }()
	rule := struct {
		allowedAccess uint64
		parent        int32
	}{landlockRefer, int32(root)}
	_, _, problem := syscall.RawSyscall6(landlockAddRule, ruleset, landlockPathBeneath, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	return problem == 0
}

// isTracingAllowed returns true if a process can trace other processes of its user (linux,
// Documentation/admin-guide/LSM/Yama.rst). With any other value of the setting, only ancestors can.
func isTracingAllowed() bool {
	descriptor, err := syscall.Open("/proc/sys/kernel/yama/ptrace_scope", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return true
	}
	defer func() { _ = syscall.Close(descriptor) }()
	var value [1]byte
	n, err := syscall.Read(descriptor, value[:])
	return err != nil || n == 0 || value[0] == '0'
}
