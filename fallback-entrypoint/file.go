package main

import (
	"syscall"
	"unsafe"
)

// sizeOf returns the size of a file and follows symlinks.
func sizeOf(path string) (int64, error) {
	var stat syscall.Stat_t
	err := again(func() error { return syscall.Stat(path, &stat) })
	return stat.Size, err
}

// findEntry returns nil if there is a file of any kind. It follows no link.
func findEntry(path string) error {
	var stat syscall.Stat_t
	return again(func() error { return syscall.Lstat(path, &stat) })
}

// isExecutable calls access(2), because the mode of a file alone does not tell who may execute it. The function of the
// syscall package supports old kernels and is larger.
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

// again repeats a call that a signal interrupted. Calls to file systems in user space, such as a sandbox's, can be
// interrupted.
func again(call func() error) error {
	for {
		if err := call(); err != syscall.EINTR {
			return err
		}
	}
}

// isMissing returns true if the error means that the file does not exist.
func isMissing(err error) bool {
	return err == syscall.ENOENT
}

// create creates a file and replaces the file of a killed process.
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
	// Other users read the file, so its mode must not depend on the umask.
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

// split returns the directory of a path, with its slash, and the name.
func split(path string) (folder, name string) {
	for i := len(path); i > 0; i-- {
		if path[i-1] == '/' {
			return path[:i], path[i:]
		}
	}
	return "", path
}
