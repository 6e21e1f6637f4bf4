package main

import (
	"strconv"
	"time"
)

// reason tells how a phase ended. It uses Tekton's reasons where they exist.
type reason string

const (
	reasonCompleted reason = "Completed"
	reasonContinued reason = "Continued"
	reasonError     reason = "Error"
	reasonSkipped   reason = "Skipped"
	reasonTimeout   reason = "TimeoutExceeded"
	reasonCancelled reason = "Cancelled"
)

// outcome is the content of a mark.
type outcome struct {
	// startedAt is the start time of the command, or zero if the command was not started.
	startedAt  time.Time
	finishedAt time.Time
	exitCode   int
	reason     reason
}

// isFailure returns true if successors skip their commands.
func (o outcome) isFailure() bool {
	return o.reason != reasonCompleted && o.reason != reasonContinued
}

// line returns the outcome as one line of JSON. All values are plain ASCII.
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
