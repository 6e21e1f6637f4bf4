package main

import (
	"strconv"
	"syscall"
)

// A command can replace a directory of a path of --remove by a link. Through /proc/self, the link leads the waiter to nothing, and process 1
// to a file of the command. So the waiter records the way to each path before the command, and compares it afterwards.

// maxLinks is the number of links that the kernel follows in one path (path_resolution(7)).
const maxLinks = 40

// trails returns the ways to the directories of paths.
func trails(paths []string) []string {
	found := make([]string, len(paths))
	for i, path := range paths {
		folder, _ := split(path)
		found[i] = trail(folder)
	}
	return found
}

// refuseOtherTrails fails if the way to the directory of a path has changed.
func refuseOtherTrails(paths, before []string) *failure {
	for i, now := range trails(paths) {
		if now != before[i] {
			return &failure{code: codeReplaced, reason: reasonError, fillsMessage: true, sentence: "the command has replaced a directory of " + paths[i]}
		}
	}
	return nil
}

// trail describes each step on the way to an absolute path: the device and inode of a directory, or the target of a link. It ends where
// the way ends.
func trail(path string) string {
	found, at := "", ""
	left := list(path, '/')
	for links := 0; len(left) > 0 && links <= maxLinks; {
		name := left[0]
		left = left[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			at, _ = split(at)
			at = trimSlash(at)
			continue
		}
		next := at + "/" + name
		var stat syscall.Stat_t
		if err := again(func() error { return syscall.Lstat(next, &stat) }); err != nil {
			return found + "/" + err.Error()
		}
		if stat.Mode&syscall.S_IFMT != syscall.S_IFLNK {
			found += "/" + strconv.FormatUint(uint64(stat.Dev), 10) + ":" + strconv.FormatUint(stat.Ino, 10)
			at = next
			continue
		}
		links++
		target := readLink(next)
		found += "/" + target
		if len(target) > 0 && target[0] == '/' {
			at = ""
		}
		left = append(list(target, '/'), left...)
	}
	return found
}

func readLink(path string) string {
	var buffer [4096]byte
	n := 0
	err := again(func() (err error) {
		n, err = syscall.Readlink(path, buffer[:])
		return err
	})
	if err != nil {
		return err.Error()
	}
	return string(buffer[:n])
}

func trimSlash(path string) string {
	if len(path) > 0 && path[len(path)-1] == '/' {
		return path[:len(path)-1]
	}
	return path
}
