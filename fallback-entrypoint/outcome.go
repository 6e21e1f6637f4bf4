package main

import (
	"strconv"
	"time"
)

// reason says how a phase ended, in Tekton's words where Tekton has one.
type reason string

const (
	reasonCompleted reason = "Completed"
	reasonContinued reason = "Continued"
	reasonError     reason = "Error"
	reasonSkipped   reason = "Skipped"
	reasonTimeout   reason = "TimeoutExceeded"
	reasonCancelled reason = "Cancelled"
)

// outcome is what a mark says.
type outcome struct {
	// startedAt is when the command was started; zero, if it was not.
	startedAt  time.Time
	finishedAt time.Time
	exitCode   int
	reason     reason
}

// isFailure says whether successors are to skip.
func (o outcome) isFailure() bool {
	return o.reason != reasonCompleted && o.reason != reasonContinued
}

// line is the outcome as one line of JSON; every value is of plain ASCII.
func (o outcome) line() []byte {
	line := []byte("{")
	if !o.startedAt.IsZero() {
		line = append(line, `"startedAt":"`...)
		line = appendTime(line, o.startedAt)
		line = append(line, `",`...)
	}
	line = append(line, `"finishedAt":"`...)
	line = appendTime(line, o.finishedAt)
	line = append(line, `","exitCode":`...)
	line = strconv.AppendInt(line, int64(o.exitCode), 10)
	line = append(line, `,"reason":"`...)
	line = append(line, o.reason...)
	return append(line, "\"}\n"...)
}
