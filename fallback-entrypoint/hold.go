package main

import (
	"os"
	"syscall"
)

// A hold keeps a container waiting for a user who debugs the phase. The waiter leaves `held` in the directory of the hold, and
// waits for one of two files: `continue`, or `continue.err` to fail.
const (
	heldName = "/held"
	goOnName = "/continue"
)

// holdBefore holds the container before its command.
func holdBefore(o options, signals <-chan os.Signal) *failure {
	if o.holdBefore == "" {
		return nil
	}
	return hold(o.holdBefore, "before "+o.entrypoint, o, signals)
}

// holdFailed holds the container after its command has failed. It returns true if the failure counts as success. All other
// processes end before the hold, so no process of the command can end the hold.
func holdFailed(o options, signals <-chan os.Signal) bool {
	if o.holdFailed == "" {
		return false
	}
	if o.endsOthers() {
		endOthers()
	}
	problem := hold(o.holdFailed, "after "+o.entrypoint+" has failed", o, signals)
	if problem != nil {
		say(problem.sentence)
	}
	return problem == nil
}

func hold(folder, place string, o options, signals <-chan os.Signal) *failure {
	held, goOn := folder+heldName, folder+goOnName
	// The command can have left these files. It can also have left directories, which would count as answers.
	err := removeAnswers(goOn, goOn+errSuffix)
	if err != nil {
		return failed("cannot hold in " + folder + ": " + err.Error())
	}
	descriptor, err := create(held, 0o644)
	if err != nil {
		return failed("cannot hold in " + folder + ": " + err.Error())
	}
	_ = syscall.Close(descriptor)
	defer func() { _ = syscall.Unlink(held) }()
	say("held " + place)
	problem := wait(options{waitFiles: []string{goOn}, waitTimeout: o.holdTimeout}, signals)
	switch {
	case problem == nil:
		say("continues")
		return nil
	case problem.code == codeSkipped:
		return &failure{code: codeHeld, reason: reasonCancelled, sentence: "ended by 'fail' while it was held"}
	case problem.code == codeWaitTimeout:
		return &failure{code: codeHeld, reason: reasonTimeout, sentence: "held for " + o.holdTimeout.String() + " (--hold_timeout), and ended then"}
	default:
		return problem
	}
}

func removeAnswers(files ...string) error {
	for _, file := range files {
		if err := syscall.Unlink(file); err != nil && !isMissing(err) {
			return err
		}
	}
	return nil
}

// answerHold runs the subcommand `held`, which waits until the container is held, or `continue` or `fail`, which end the hold.
func answerHold(word string, words []string) int {
	if len(words) != 1 {
		say("usage: taskpack-entrypoint " + word + " DIR")
		return codeFailed
	}
	held := words[0] + heldName
	if word == "held" {
		if problem := wait(options{waitFiles: []string{held}}, listen()); problem != nil {
			say(problem.sentence)
			return problem.code
		}
		return 0
	}
	if err := findEntry(held); err != nil {
		say("not held: " + held + ": " + err.Error())
		return codeFailed
	}
	file := words[0] + goOnName
	if word == "fail" {
		file += errSuffix
	}
	descriptor, err := create(file, 0o644)
	if err != nil {
		say(file + " cannot be written: " + err.Error())
		return codeFailed
	}
	_ = syscall.Close(descriptor)
	return 0
}
