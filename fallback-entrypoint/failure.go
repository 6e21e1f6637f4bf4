package main

import "time"

// failure is why the command did not run, or not to its end.
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

// outcome is what the mark says of the failure.
func (f *failure) outcome(startedAt time.Time) outcome {
	return outcome{startedAt: startedAt, finishedAt: time.Now(), exitCode: f.code, reason: f.reason}
}
