package main

// The waiter's own exit codes. They are above the codes of the lifecycle's phases (below 110) and below those of signals
// (above 128). 124 to 127 have the meanings of timeout(1), env(1) and shells. All other codes come from the command.
const (
	// The command has replaced a directory of a path of --remove.
	codeReplaced = 119
	// The container was held, and `fail` or --hold_timeout ended the hold.
	codeHeld = 120
	// A predecessor failed, so the command was not run.
	codeSkipped = 121
	// The files did not appear within --wait_timeout.
	codeWaitTimeout = 122
	// The token of --returned is not back: an earlier command still runs, or has failed.
	codeTooEarly = 123
	// The command exceeded --timeout.
	codeTimeout = 124
	// The waiter itself failed: its flags, a mark or a directory.
	codeFailed = 125
	// The command cannot be executed.
	codeNotExecutable = 126
	// The command was not found.
	codeNotFound = 127
	// A signal killed the command: 128 plus the signal's number.
	codeSignal = 128
)
