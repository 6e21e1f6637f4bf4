package main

import (
	"syscall"
	"unsafe"
)

// watch tells that something has happened in directories. It tells too often rather than not at all.
type watch struct {
	// changed is told of every change, and closed when changes are no longer told.
	changed    chan struct{}
	descriptor int
	// number is that of any directory's watch.
	number uint32
}

// What may make a file appear, grow, or lose its directory. A downward-API volume swaps a link; marks are renamed.
const events = syscall.IN_CREATE | syscall.IN_MOVED_TO | syscall.IN_CLOSE_WRITE | syscall.IN_MODIFY |
	syscall.IN_DELETE_SELF | syscall.IN_MOVE_SELF | syscall.IN_ONLYDIR

// lastEvents are the last that a directory is good for.
const lastEvents = syscall.IN_IGNORED | syscall.IN_UNMOUNT | syscall.IN_DELETE_SELF | syscall.IN_MOVE_SELF

// watchFoldersOf watches the directories of files; nil, if one of them cannot be watched (inotify(7): instances and
// watches are limited for each user, and a node runs many pods of one).
func watchFoldersOf(files []string) *watch {
	descriptor, err := syscall.InotifyInit1(syscall.IN_CLOEXEC)
	if err != nil {
		return nil
	}
	w := &watch{changed: make(chan struct{}, 1), descriptor: descriptor}
	for _, file := range files {
		folder, _ := split(file)
		number, err := syscall.InotifyAddWatch(descriptor, folder+".", events)
		if err != nil {
			_ = syscall.Close(descriptor)
			return nil
		}
		w.number = uint32(number)
	}
	go w.read()
	return w
}

// end makes read end, which alone may close: a descriptor that is closed under a read stays open until that returns.
// Giving up a directory is an event, too.
func (w *watch) end() {
	_, _ = syscall.InotifyRmWatch(w.descriptor, w.number)
}

// read closes the watch when a directory of it has gone. It sleeps in the kernel while nothing changes.
func (w *watch) read() {
	// A name is at most 255 bytes long and ends with a zero.
	var buffer [8 * (syscall.SizeofInotifyEvent + 256)]byte
	for {
		n, err := syscall.Read(w.descriptor, buffer[:])
		if err == syscall.EINTR {
			continue
		}
		if err != nil || holdsLast(buffer[:n]) {
			_ = syscall.Close(w.descriptor)
			close(w.changed)
			return
		}
		select {
		case w.changed <- struct{}{}:
		default:
			// One look will do for both.
		}
	}
}

func holdsLast(buffer []byte) bool {
	for len(buffer) >= syscall.SizeofInotifyEvent {
		event := (*syscall.InotifyEvent)(unsafe.Pointer(&buffer[0]))
		if event.Mask&lastEvents != 0 {
			return true
		}
		buffer = buffer[syscall.SizeofInotifyEvent+int(event.Len):]
	}
	return false
}
