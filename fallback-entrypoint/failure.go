package main

import "time"

// failure is the reason why the command did not run or was terminated.
type failure struct {
	code     int
	reason   reason
	sentence string
	// True if Tekton's entrypoint must add nothing to the termination message, because a command could have chosen what it adds.
	fillsMessage bool
}

func failed(sentence string) *failure {
	return &failure{code: codeFailed, reason: reasonError, sentence: sentence}
}

func unwritable(path string, err error) *failure {
	return failed("the mark " + path + " cannot be written: " + err.Error())
}

func tookTooLong(timeout time.Duration) *failure {
	return &failure{code: codeTimeout, reason: reasonTimeout, sentence: "ended after " + timeout.String() + " (--timeout)"}
}

// outcome returns the content of the mark for the failure.
func (f *failure) outcome(startedAt time.Time) outcome {
	return outcome{startedAt: startedAt, finishedAt: time.Now(), exitCode: f.code, reason: f.reason}
}
