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
	// The interval for annotation files, because sandboxed runtimes may not report changes by the host.
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
		isThere, problem := look(o.waitFiles, o.waitContent)
		if problem != nil || isThere {
			return problem
		}
		if isLate {
			return waitedTooLong(o)
		}
		if o.waitContent && hostLooks == nil {
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

// look returns true if all files exist. It fails if a predecessor failed.
func look(files []string, withContent bool) (bool, *failure) {
	areThere := true
	for _, file := range files {
		isThere, problem := lookAt(file, withContent)
		if problem != nil {
			return false, problem
		}
		areThere = areThere && isThere
	}
	return areThere, nil
}

func lookAt(file string, withContent bool) (bool, *failure) {
	size, err := sizeOf(file)
	if err == nil && (!withContent || size > 0) {
		return true, nil
	}
	if err != nil && !isMissing(err) {
		return false, failed("cannot wait for " + file + ": " + err.Error())
	}
	if _, err = sizeOf(file + errSuffix); err != nil {
		return false, nil
	}
	return false, &failure{
		code:     codeSkipped,
		reason:   reasonSkipped,
		sentence: "skipped: what it waited for has failed (" + file + errSuffix + ")",
	}
}

func waitedTooLong(o options) *failure {
	state := "did not appear"
	file := o.waitFiles[0]
	for _, file = range o.waitFiles {
		if isThere, _ := lookAt(file, false); !isThere {
			break
		}
		if isThere, _ := lookAt(file, o.waitContent); !isThere {
			state = "stayed empty"
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
