package main

import "syscall"

// defaultTerminationPath is Kubernetes' own; the kubelet has made the file.
const defaultTerminationPath = "/dev/termination-log"

// leaveMessage writes a sentence where Kubernetes looks for a container's last words. What the command has written
// there stays: nobody can say it again.
func leaveMessage(path, sentence string) {
	flags := syscall.O_WRONLY | syscall.O_APPEND | syscall.O_CLOEXEC
	if path == "" {
		path = defaultTerminationPath
	} else {
		flags |= syscall.O_CREAT
	}
	if size, err := sizeOf(path); err == nil && size > 0 {
		return
	}
	descriptor, err := syscall.Open(path, flags, 0o644)
	if err != nil {
		return
	}
	_ = writeAll(descriptor, []byte(sentence))
	_ = syscall.Close(descriptor)
}
