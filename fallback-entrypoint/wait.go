package main

import (
	"os"
	"strconv"
	"syscall"
	"time"
)

const (
	// The first interval between checks if directories cannot be watched.
	soonest = time.Millisecond
	// The longest interval between checks.
	latest = 100 * time.Millisecond
	// The interval for annotation files, because sandboxed runtimes may not report changes by the host. It is also the
	// interval for locks, because inotify may not report that the kernel has released the lock of a killed process.
	checkInterval = time.Second
)

// wait returns nil when all files exist, or the reason why the command must not run.
func wait(o options, signals <-chan os.Signal) *failure {
	if len(o.waitFiles) == 0 {
		return nil
	}
	deadline := after(o.waitTimeout)
	isLate := false
	var nextCheck <-chan struct{}
	changes := &changes{files: o.waitFiles, pause: soonest}
	defer changes.forget()
	for {
		changed := changes.from()
		found, problem := observeAll(o)
		if problem != nil || found == present {
			return problem
		}
		if isLate {
			return waitedTooLong(o)
		}
		if (o.waitContent || found == locked) && nextCheck == nil {
			nextCheck = after(checkInterval)
		}
		select {
		case _, isWatched := <-changed:
			if !isWatched {
				changes.watch = nil
			}
		case <-nextCheck:
			nextCheck = nil
		case <-deadline:
			// Check the files again, because a stopped process can miss a change.
			isLate = true
		case received := <-signals:
			if problem := stoppedWaiting(received); problem != nil {
				return problem
			}
		}
	}
}

// changes reports when to check the files again.
type changes struct {
	files []string
	// watch is nil if the directories cannot be watched yet.
	watch *watch
	pause time.Duration
}

// from returns a channel for changes from now on. If the directories cannot be watched, for example because one does not
// exist yet, the channel receives after a pause.
func (c *changes) from() <-chan struct{} {
	if c.watch == nil {
		c.watch = watchFoldersOf(c.files)
	}
	if c.watch != nil {
		return c.watch.changed
	}
	pause := c.pause
	if c.pause *= 2; c.pause > latest {
		c.pause = latest
	}
	return after(pause)
}

// forget closes the watch, because other waiters may need the inotify instance while the command runs.
func (c *changes) forget() {
	if c.watch != nil {
		c.watch.end()
	}
}

// fileState is the state of a file to wait for, or of the file that is furthest from ready.
type fileState int

const (
	present fileState = iota
	missing
	// The file exists, but a process holds the lock of its directory. So the file is not the mark of a waiter that has ended.
	locked
)

// observeAll returns `present` if all files exist. It fails if a predecessor failed.
func observeAll(o options) (fileState, *failure) {
	all := present
	for _, file := range o.waitFiles {
		found, problem := o.observe(file)
		if problem != nil {
			return missing, problem
		}
		if found > all {
			all = found
		}
	}
	return all, nil
}

func (o options) observe(file string) (fileState, *failure) {
	if o.waitLock {
		return observeUnderLock(file, o.waitContent)
	}
	found, problem := observeContent(file, o.waitContent)
	if found == present || problem != nil {
		return found, problem
	}
	return found, checkFailure(file)
}

// observeUnderLock reads a mark only while no process holds the exclusive lock of its directory. It checks for a failure
// first, because the command of a failed phase can have left a mark of success.
func observeUnderLock(file string, withContent bool) (fileState, *failure) {
	if !isMark(file) && !isMark(file+errSuffix) {
		return missing, nil
	}
	descriptor, isHeld, err := lockDirectory(folderOf(file), syscall.LOCK_SH)
	if isHeld {
		return locked, nil
	}
	if err != nil {
		return missing, cannotWait(file, err)
	}
	defer unlock(descriptor)
	if problem := checkFailure(file); problem != nil {
		return missing, problem
	}
	return observeContent(file, withContent)
}

// isMark returns true unless the file is missing, so that other errors are reported.
func isMark(file string) bool {
	err := findEntry(file)
	return err == nil || !isMissing(err)
}

func observeContent(file string, withContent bool) (fileState, *failure) {
	size, err := sizeOf(file)
	switch {
	case err == nil && (!withContent || size > 0):
		return present, nil
	case err != nil && !isMissing(err):
		return missing, cannotWait(file, err)
	default:
		return missing, nil
	}
}

// checkFailure fails if there is a file of any kind, also a link to nowhere that a command left, in place of the failure's mark.
func checkFailure(file string) *failure {
	if err := findEntry(file + errSuffix); err != nil {
		return nil
	}
	return &failure{
		code:     codeSkipped,
		reason:   reasonSkipped,
		sentence: "skipped: what it waited for has failed (" + file + errSuffix + ")",
	}
}

func cannotWait(file string, err error) *failure {
	return failed("cannot wait for " + file + ": " + err.Error())
}

func waitedTooLong(o options) *failure {
	state := "did not appear"
	file := o.waitFiles[0]
	for _, file = range o.waitFiles {
		if found, _ := observeContent(file, false); found != present {
			break
		}
		if found, _ := observeContent(file, o.waitContent); found != present {
			state = "stayed empty"
			break
		}
		if found, _ := o.observe(file); found == locked {
			state = "stayed in a locked directory"
			break
		}
	}
	return &failure{
		code:     codeWaitTimeout,
		reason:   reasonTimeout,
		sentence: file + " " + state + " within " + o.waitTimeout.String() + " (--wait_timeout)",
	}
}

// stoppedWaiting handles a signal during the wait. Signals that end a process by default end the wait.
func stoppedWaiting(received os.Signal) *failure {
	switch received {
	case syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT:
		number := int(received.(syscall.Signal))
		return &failure{
			code:     codeSignal + number,
			reason:   reasonCancelled,
			sentence: "ended by signal " + strconv.Itoa(number) + " while it waited",
		}
	default:
		return nil
	}
}
