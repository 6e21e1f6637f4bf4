package main

import "syscall"

// errSuffix ends the name of the mark of a failed phase.
const errSuffix = ".err"

// markSize is larger than the line of any mark.
const markSize = 256

// pendingMark is a mark that does not exist yet. Its disk space is already reserved, so a command that fills the disk cannot
// prevent the mark.
type pendingMark struct {
	path       string
	descriptor int
}

// reserveMark reserves the disk space of the mark at path. An empty path means no mark.
func reserveMark(path string) (pendingMark, error) {
	if path == "" {
		return pendingMark{}, nil
	}
	descriptor, err := create(unfinished(path), 0o644)
	if err != nil {
		return pendingMark{}, err
	}
	if err = writeAll(descriptor, make([]byte, markSize)); err != nil {
		_ = syscall.Close(descriptor)
		_ = syscall.Unlink(unfinished(path))
		return pendingMark{}, err
	}
	return pendingMark{path, descriptor}, nil
}

// leave writes the mark and renames it to its name, or to the name for failures. Then it releases the lock. It closes the
// mark's file last: this event makes waiters check again after the release (inotify(7), IN_CLOSE_WRITE).
func (m pendingMark) leave(o outcome, lock directoryLock) error {
	if m.path == "" {
		lock.release()
		return nil
	}
	defer func() {
		lock.release()
		_ = syscall.Close(m.descriptor)
	}()
	line := o.line()
	if _, err := syscall.Seek(m.descriptor, 0, 0); err != nil {
		return err
	}
	if err := writeAll(m.descriptor, line); err != nil {
		return err
	}
	if err := syscall.Ftruncate(m.descriptor, int64(len(line))); err != nil {
		return err
	}
	name := m.path
	if o.isFailure() {
		name += errSuffix
	}
	return syscall.Rename(unfinished(m.path), name)
}

// unfinished returns a path in the directory of the mark, where a rename is atomic.
func unfinished(path string) string {
	folder, name := split(path)
	return folder + "." + name + ".unfinished"
}
