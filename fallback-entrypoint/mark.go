package main

import "syscall"

// errSuffix is what the name of a mark ends with whose phase has failed.
const errSuffix = ".err"

// markSize is more than any mark's line needs.
const markSize = 256

// pendingMark is a mark that is not there yet, but whose place on the disk is: a command that fills the disk does not
// keep its successors from being told.
type pendingMark struct {
	path       string
	descriptor int
}

// reserveMark reserves the place of the mark at path; an empty path is no mark.
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

// leave makes the mark appear, whole, under its name or its name of failure.
func (m pendingMark) leave(o outcome) error {
	if m.path == "" {
		return nil
	}
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
	if err := syscall.Close(m.descriptor); err != nil {
		return err
	}
	name := m.path
	if o.isFailure() {
		name += errSuffix
	}
	return syscall.Rename(unfinished(m.path), name)
}

// unfinished is beside the mark: a rename within a directory is atomic.
func unfinished(path string) string {
	folder, name := split(path)
	return folder + "." + name + ".unfinished"
}
