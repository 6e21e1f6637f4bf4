package main

import "time"

// failure is the reason why the command did not run or was terminated.
type failure struct {
	code     int
	reason   reason
	sentence string
}

func failed(sentence string) *failure {
	return &failure{codeFailed, reasonError, sentence}
}

func unwritable(path string, err error) *failure {
	return failed("the mark " + path + " cannot be written: " + err.Error())
}

func tookTooLong(timeout time.Duration) *failure {
	return &failure{codeTimeout, reasonTimeout, "ended after " + timeout.String() + " (--timeout)"}
}

// outcome returns the content of the mark for the failure.
func (f *failure) outcome(startedAt time.Time) outcome {
	return outcome{startedAt: startedAt, finishedAt: time.Now(), exitCode: f.code, reason: f.reason}
}
