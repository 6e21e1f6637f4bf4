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
	// The interval for annotation files, because sandboxed runtimes may not report changes by the host, and for locks,
	// because the end of a killed process need not be an event.
	hostLook = time.Second
)

// wait returns nil when all files exist, or the reason why the command must not run.
func wait(o options, signals <-chan os.Signal) *failure {
	if len(o.waitFiles) == 0 {
		return nil
	}
	deadline := after(o.waitTimeout)
	isLate := false
	var hostLooks <-chan struct{}
	changes := &changes{files: o.waitFiles, pause: soonest}
	defer changes.forget()
	for {
		changed := changes.from()
		found, problem := look(o)
		if problem != nil || found == there {
			return problem
		}
		if isLate {
			return waitedTooLong(o)
		}
		if (o.waitContent || found == locked) && hostLooks == nil {
			hostLooks = after(hostLook)
		}
		select {
		case _, isWatched := <-changed:
			if !isWatched {
				changes.watch = nil
			}
		case <-hostLooks:
			hostLooks = nil
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

// sight tells whether a file, or all files, can be seen.
type sight int

const (
	there sight = iota
	notThere
	// There is a mark, but its writer has not released the lock of the directory. So it is not the writer's mark.
	locked
)

// look returns `there` if all files are there. It fails if a predecessor failed.
func look(o options) (sight, *failure) {
	all := there
	for _, file := range o.waitFiles {
		found, problem := o.lookAt(file)
		if problem != nil {
			return notThere, problem
		}
		if found > all {
			all = found
		}
	}
	return all, nil
}

func (o options) lookAt(file string) (sight, *failure) {
	if o.waitLock {
		return lookUnderLock(file, o.waitContent)
	}
	found, problem := lookFor(file, o.waitContent)
	if found == there || problem != nil {
		return found, problem
	}
	return found, lookForFailure(file)
}

// lookUnderLock believes a mark only while no process holds the exclusive lock of its directory. A failure comes first, because
// the command of a failed phase can have left a mark of success.
func lookUnderLock(file string, withContent bool) (sight, *failure) {
	if !isMark(file) && !isMark(file+errSuffix) {
		return notThere, nil
	}
	descriptor, isHeld, err := lockDirectory(folderOf(file), syscall.LOCK_SH)
	if isHeld {
		return locked, nil
	}
	if err != nil {
		return notThere, cannotWait(file, err)
	}
	defer unlock(descriptor)
	if problem := lookForFailure(file); problem != nil {
		return notThere, problem
	}
	return lookFor(file, withContent)
}

// isMark returns true unless the file is missing, so that other errors are reported.
func isMark(file string) bool {
	_, err := sizeOf(file)
	return err == nil || !isMissing(err)
}

func lookFor(file string, withContent bool) (sight, *failure) {
	size, err := sizeOf(file)
	switch {
	case err == nil && (!withContent || size > 0):
		return there, nil
	case err != nil && !isMissing(err):
		return notThere, cannotWait(file, err)
	default:
		return notThere, nil
	}
}

func lookForFailure(file string) *failure {
	if _, err := sizeOf(file + errSuffix); err != nil {
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
		if found, _ := lookFor(file, false); found != there {
			break
		}
		if found, _ := lookFor(file, o.waitContent); found != there {
			state = "stayed empty"
			break
		}
		if found, _ := o.lookAt(file); found == locked {
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
