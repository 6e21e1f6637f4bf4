package main

import "syscall"

// lockDirectory locks a directory with flock(2) and returns the descriptor that holds the lock. isHeld is true if another
// process holds a lock that excludes this one. The kernel keeps locks by inode, so a container that mounts the directory
// read-only meets the same lock. Only the last close of the descriptor, or this process, can release the lock.
func lockDirectory(path string, how int) (descriptor int, isHeld bool, err error) {
	const flags = syscall.O_RDONLY | syscall.O_DIRECTORY | syscall.O_CLOEXEC
	err = again(func() error {
		descriptor, err = syscall.Open(path, flags, 0)
		return err
	})
	if err != nil {
		return 0, false, err
	}
	err = again(func() error { return syscall.Flock(descriptor, how|syscall.LOCK_NB) })
	if err == nil {
		return descriptor, false, nil
	}
	_ = syscall.Close(descriptor)
	return 0, err == syscall.EWOULDBLOCK, err
}

// unlock releases a lock. It does not wait for the close, so that the next event of the directory comes after the release.
func unlock(descriptor int) {
	_ = syscall.Flock(descriptor, syscall.LOCK_UN)
	_ = syscall.Close(descriptor)
}

// folderOf returns the directory of a path.
func folderOf(path string) string {
	folder, _ := split(path)
	return folder + "."
}
