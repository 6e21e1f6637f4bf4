package main

import (
	"syscall"
	"unsafe"
)

// sizeOf gives the size of the file that a path leads to.
func sizeOf(path string) (int64, error) {
	var stat syscall.Stat_t
	err := again(func() error { return syscall.Stat(path, &stat) })
	return stat.Size, err
}

// isExecutable asks access(2): a file's mode alone does not say for whom. The syscall package's own function does much
// for kernels of old, and is as large.
func isExecutable(path string) bool {
	const executable = 1
	name, err := syscall.BytePtrFromString(path)
	if err != nil {
		return false
	}
	const here = ^uintptr(99) // AT_FDCWD
	_, _, problem := syscall.Syscall(syscall.SYS_FACCESSAT, here, uintptr(unsafe.Pointer(name)), executable)
	return problem == 0
}

// again repeats what a signal has interrupted: file systems that are programs, such as a sandbox's, may let it.
func again(call func() error) error {
	for {
		if err := call(); err != syscall.EINTR {
			return err
		}
	}
}

// isMissing says whether a failed look at a path means that there is no such file.
func isMissing(err error) bool {
	return err == syscall.ENOENT
}

// create makes a new file; one that a killed process has left behind gives way.
func create(path string, mode uint32) (int, error) {
	const flags = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_EXCL | syscall.O_CLOEXEC
	descriptor, err := syscall.Open(path, flags, mode)
	if err == syscall.EEXIST {
		if err = syscall.Unlink(path); err == nil {
			descriptor, err = syscall.Open(path, flags, mode)
		}
	}
	if err != nil {
		return 0, err
	}
	// Whatever the umask: others read it.
	if err = syscall.Fchmod(descriptor, mode); err != nil {
		_ = syscall.Close(descriptor)
		return 0, err
	}
	return descriptor, nil
}

func writeAll(descriptor int, data []byte) error {
	for len(data) > 0 {
		n, err := syscall.Write(descriptor, data)
		if err != nil && err != syscall.EINTR {
			return err
		}
		if n > 0 {
			data = data[n:]
		}
	}
	return nil
}

// split gives the folder of a path, with its slash, and the name in it.
func split(path string) (folder, name string) {
	for i := len(path); i > 0; i-- {
		if path[i-1] == '/' {
			return path[:i], path[i:]
		}
	}
	return "", path
}
