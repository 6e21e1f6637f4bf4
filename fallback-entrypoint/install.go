package main

import (
	"strconv"
	"syscall"
	"time"
)

// programName is the name of the copy, whatever the name of the original.
const programName = "taskpack-entrypoint"

// install copies this program into a directory by a rename, so that no other process sees an incomplete copy.
func install(words []string) int {
	if len(words) != 1 || words[0] == "" {
		say("init takes one directory: taskpack-entrypoint init DIR")
		return codeFailed
	}
	target := words[0] + "/" + programName
	// Several containers can copy at the same time, and each of them is process 1.
	unfinished := words[0] + "/." + programName + "." + strconv.FormatInt(time.Now().UnixNano(), 10)
	err := copySelf(unfinished)
	if err == nil {
		err = syscall.Rename(unfinished, target)
	}
	if err != nil {
		_ = syscall.Unlink(unfinished)
		say("cannot copy itself to " + target + ": " + err.Error())
		return codeFailed
	}
	return 0
}

func copySelf(target string) error {
	self, err := syscall.Open("/proc/self/exe", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer func() { _ = syscall.Close(self) }()
	copied, err := create(target, 0o555)
	if err != nil {
		return err
	}
	if err = copyAll(copied, self); err != nil {
		_ = syscall.Close(copied)
		return err
	}
	return syscall.Close(copied)
}

func copyAll(target, source int) error {
	buffer := make([]byte, 128*1024)
	for {
		n, err := syscall.Read(source, buffer)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || n == 0 {
			return err
		}
		if err = writeAll(target, buffer[:n]); err != nil {
			return err
		}
	}
}
