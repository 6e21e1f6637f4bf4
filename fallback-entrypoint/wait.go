package main

import (
	"os"
	"strconv"
	"syscall"
	"time"
)

const (
	// Where directories cannot be watched, looking begins this often,
	soonest = time.Millisecond
	// and eases to this.
	latest = 100 * time.Millisecond
	// Sandboxed runtimes may not tell of what the host writes, such as an annotation's file.
	hostLook = time.Second
)

// wait returns when all files are there, or says why that is not to be.
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
			// A process that was stopped for a while may have missed both: what is there by now counts.
			isLate = true
		case received := <-signals:
			if problem := stoppedWaiting(received); problem != nil {
				return problem
			}
		}
	}
}

// changes tells when it is worth looking for files again.
type changes struct {
	files []string
	// watch is nil where directories cannot be watched, or not yet.
	watch *watch
	pause time.Duration
}

// from is told of what happens from now on: of every change, where directories can be watched (one may be there only
// later), else of some time that has passed.
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

// forget gives the watch back: others may need it while the command runs.
func (c *changes) forget() {
	if c.watch != nil {
		c.watch.end()
	}
}

// look says whether all files are there, and fails when one of their phases has.
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

// stoppedWaiting takes a signal that would have been the command's; those that would have ended it end the waiting.
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
