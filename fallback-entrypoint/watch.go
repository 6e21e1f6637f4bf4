package main

import (
	"syscall"
	"unsafe"
)

// watch reports changes in directories. It may report too many changes, but never too few.
type watch struct {
	// changed receives every change. It is closed when the watch ends.
	changed    chan struct{}
	descriptor int
	// number is the watch descriptor of one of the directories.
	number uint32
}

// Events that can create a file, change its size, or remove its directory. A downward-API volume replaces a symlink, and
// marks are renamed.
const events = syscall.IN_CREATE | syscall.IN_MOVED_TO | syscall.IN_CLOSE_WRITE | syscall.IN_MODIFY |
	syscall.IN_DELETE_SELF | syscall.IN_MOVE_SELF | syscall.IN_ONLYDIR

// lastEvents end the watch of a directory.
const lastEvents = syscall.IN_IGNORED | syscall.IN_UNMOUNT | syscall.IN_DELETE_SELF | syscall.IN_MOVE_SELF

// watchFoldersOf watches the directories of files. It returns nil if one of them cannot be watched. inotify(7) limits
// instances and watches for each user, and many Pods of a node can have the same user.
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

// end makes read return by removing a watch, which is an event. Only read closes the descriptor, because a descriptor that is
// closed during a read stays open until the read returns.
func (w *watch) end() {
	_, _ = syscall.InotifyRmWatch(w.descriptor, w.number)
}

// read receives events and closes the watch when a directory is removed. It sleeps in the kernel between changes.
func (w *watch) read() {
	// A name has at most 255 bytes and ends with a zero byte.
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
			// One check is enough for several changes.
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
