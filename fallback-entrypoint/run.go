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
	if problem := wait(o, signals); problem != nil {
		return problem.outcome(time.Time{}), problem
	}
	if problem := refuseUnreturned(o.returned, o.returnedCopy); problem != nil {
		return problem.outcome(time.Time{}), problem
	}
	startedAt := time.Now()
	pid, problem := start(o)
	if problem != nil {
		return problem.outcome(time.Time{}), problem
	}
	status, isTimeout := supervise(pid, o.timeout, signals)
	finishedAt := time.Now()
	if o.endsOthers() {
		endOthers()
	}
	if problem = removeLeft(o.removed); problem != nil {
		return problem.outcome(startedAt), problem
	}
	if isTimeout {
		problem = tookTooLong(o.timeout)
		return problem.outcome(startedAt), problem
	}
	result := outcome{
		startedAt:  startedAt,
		finishedAt: finishedAt,
		exitCode:   exitCode(status),
		reason:     reasonOf(status, o.continueOnError),
	}
	if !result.isFailure() {
		if problem = held.token.giveBack(); problem != nil {
			return problem.outcome(startedAt), problem
		}
	}
	return result, nil
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
	if problem.code == codeTooEarly {
		fillMessage(o.terminationPath, problem)
		return problem.code
	}
	leaveMessage(o.terminationPath, problem.sentence)
	return problem.code
}
