package main

// Exit codes of the waiter's own, from where neither the lifecycle's phases (below 100) nor signals (above 128) have
// theirs; 124 to 127 mean what they mean to timeout(1), env(1) and shells. Every other code is the command's.
const (
	// A predecessor has failed, so the command was not run.
	codeSkipped = 121
	// What was waited for did not come in time.
	codeWaitTimeout = 122
	// The command took too long.
	codeTimeout = 124
	// The waiter itself failed: its flags, a mark or a directory.
	codeFailed = 125
	// The command cannot be executed.
	codeNotExecutable = 126
	// The command was not found.
	codeNotFound = 127
	// The command died by a signal: 128 and the signal's number.
	codeSignal = 128
)
