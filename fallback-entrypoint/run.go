package main

import (
	"os"
	"syscall"
	"time"
)

// run waits, runs the command, and writes the mark. It returns the exit code of the command or of the waiter.
func run(words []string) int {
	o, problems := parseOptions(words)
	if len(problems) > 0 {
		return refuse(o, problems)
	}
	defer stopProxies(o.stopURLs, listenForStop())
	signals := listen()
	held, refusal := claim(o)
	mark, err := reserveMark(o.postFile)
	if err != nil {
		return giveUp(o, unwritable(o.postFile, err))
	}
	outcome, problem := runUnless(refusal, o, held, signals)
	if err := mark.leave(outcome, held.lock); err != nil {
		return giveUp(o, unwritable(o.postFile, err))
	}
	if problem != nil && problem.fillsMessage && held.message.isHeld {
		say(problem.sentence)
		held.message.fill(problem)
		return problem.code
	}
	if problem != nil {
		return giveUp(o, problem)
	}
	if !outcome.isFailure() {
		return 0
	}
	return outcome.exitCode
}

func runUnless(refusal *failure, o options, held claims, signals <-chan os.Signal) (outcome, *failure) {
	if refusal != nil {
		return refusal.outcome(time.Time{}), refusal
	}
	return runAfterWait(o, held, signals)
}

func runAfterWait(o options, held claims, signals <-chan os.Signal) (outcome, *failure) {
	problem := waitForAll(o, signals)
	if problem != nil {
		return problem.outcome(time.Time{}), problem
	}
	// The token is taken first. If the waiter then refuses to run the command, the token does not come back.
	token, problem := takeToken(o.token)
	if problem == nil {
		problem = refuseUnreturned(o.returned, o.returnedCopy)
	}
	if problem == nil {
		problem = holdBefore(o, signals)
	}
	if problem != nil {
		return problem.outcome(time.Time{}), problem
	}
	ways := trails(o.removed)
	startedAt := time.Now()
	pid, problem := start(o)
	if problem != nil {
		return problem.outcome(time.Time{}), problem
	}
	status, cause := supervise(pid, o.timeout, signals)
	result := outcome{
		startedAt:  startedAt,
		finishedAt: time.Now(),
		exitCode:   exitCode(status),
		reason:     reasonOf(status, o.continueOnError),
	}
	if result.isFailure() && cause == byItself && holdFailed(o, signals) {
		result.reason = reasonContinued
	}
	problem = cleanUp(o, ways, held.message)
	if problem == nil && cause == byTimeout {
		problem = tookTooLong(o.timeout)
	}
	if problem == nil && !result.isFailure() {
		problem = token.giveBack()
	}
	if problem != nil {
		return problem.outcome(startedAt), problem
	}
	return result, nil
}

// waitForAll waits for the files and then for the proxies. --wait_timeout limits the time of both together.
func waitForAll(o options, signals <-chan os.Signal) *failure {
	deadline := time.Time{}
	if o.waitTimeout > 0 {
		deadline = time.Now().Add(o.waitTimeout)
	}
	if problem := wait(o, signals); problem != nil {
		return problem
	}
	return waitForProxies(o, deadline, signals)
}

// cleanUp ends all other processes of the container, and then removes what the command must not leave.
func cleanUp(o options, ways []string, message ownMessage) *failure {
	if o.endsOthers() {
		endOthers()
	}
	problem := refuseOtherTrails(o.removed, ways)
	if problem == nil {
		problem = removeLeft(o.removed)
	}
	if unemptied := message.empty(); unemptied != nil && (problem == nil || !problem.fillsMessage) {
		problem = unemptied
	}
	return problem
}

func reasonOf(status syscall.WaitStatus, continueOnError bool) reason {
	switch {
	case exitCode(status) == 0:
		return reasonCompleted
	case continueOnError:
		return reasonContinued
	default:
		return reasonError
	}
}

// refuse reports invalid flags. It writes the mark if the flags name one, so that successors do not wait forever.
func refuse(o options, problems []string) int {
	defer stopProxies(o.stopURLs, listenForStop())
	if mark, err := reserveMark(o.postFile); err == nil {
		_ = mark.leave(failed("").outcome(time.Time{}), directoryLock{})
	}
	for _, problem := range problems {
		say(problem)
	}
	say("'taskpack-entrypoint help' lists the flags")
	return codeFailed
}

// giveUp reports a failure in the log and in the termination message of the container.
func giveUp(o options, problem *failure) int {
	say(problem.sentence)
	leaveMessage(o.terminationPath, problem.sentence)
	return problem.code
}
