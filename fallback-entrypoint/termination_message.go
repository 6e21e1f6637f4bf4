package main

import "syscall"

// defaultTerminationPath is the default of Kubernetes. The kubelet creates the file.
const defaultTerminationPath = "/dev/termination-log"

// leaveMessage writes the termination message of the container. A message of the command is not overwritten.
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
