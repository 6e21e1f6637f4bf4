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
	// folder is the directory of the mark, which a command may move.
	folder int
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
	err = writeAll(descriptor, make([]byte, markSize))
	folder := 0
	if err == nil {
		folder, err = openFolder(folderOf(path))
	}
	if err != nil {
		_ = syscall.Close(descriptor)
		_ = syscall.Unlink(unfinished(path))
		return pendingMark{}, err
	}
	return pendingMark{path, descriptor, folder}, nil
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
		_ = syscall.Close(m.folder)
		_ = syscall.Close(m.descriptor)
	}()
	if o.isFailure() {
		return m.leaveFailure(o)
	}
	err := overwriteAll(m.descriptor, o.line())
	if err == nil {
		err = syscall.Rename(unfinished(m.path), m.path)
	}
	if err != nil {
		// The successor waits for a mark, and the command can have left one.
		_ = m.leaveFailure(unwritable(m.path, err).outcome(o.startedAt))
	}
	return err
}

// leaveFailure leaves the mark of a failure. The command can have removed, replaced and made any file of the directory. With a
// lock, all its processes have ended. Successors take a file of any kind at this name for a failure.
func (m pendingMark) leaveFailure(o outcome) error {
	_, name := split(m.path)
	_, reserved := split(unfinished(m.path))
	err := overwriteAll(m.descriptor, o.line())
	if err == nil {
		err = syscall.Renameat(m.folder, reserved, m.folder, name+errSuffix)
	}
	if err == nil || m.createFailure(name+errSuffix, o) == nil {
		return nil
	}
	// The disk may have no space for another file, so the file that the command has left becomes the mark of the failure.
	if syscall.Renameat(m.folder, name, m.folder, name+errSuffix) == nil {
		return nil
	}
	return err
}

// createFailure creates the mark of a failure, unless there is a file or a directory of this name.
func (m pendingMark) createFailure(name string, o outcome) error {
	const flags = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_EXCL | syscall.O_CLOEXEC
	descriptor, err := syscall.Openat(m.folder, name, flags, 0o644)
	if err == syscall.EEXIST {
		return nil
	}
	if err == nil {
		_ = syscall.Fchmod(descriptor, 0o644)
		_ = writeAll(descriptor, o.line())
		_ = syscall.Close(descriptor)
	}
	return err
}

// overwriteAll makes a line the content of a file.
func overwriteAll(descriptor int, line []byte) error {
	if _, err := syscall.Seek(descriptor, 0, 0); err != nil {
		return err
	}
	if err := writeAll(descriptor, line); err != nil {
		return err
	}
	return syscall.Ftruncate(descriptor, int64(len(line)))
}

// openFolder opens a directory for calls that take names in it. This needs no right to read the directory (open(2), O_PATH).
func openFolder(path string) (int, error) {
	const pathOnly = 0x200000 // O_PATH
	return syscall.Open(path, pathOnly|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
}

// unfinished returns a path in the directory of the mark, where a rename is atomic.
func unfinished(path string) string {
	folder, name := split(path)
	return folder + "." + name + ".unfinished"
}
