package main

import "time"

const usage = `taskpack-entrypoint init DIR
    copies itself to DIR/taskpack-entrypoint

taskpack-entrypoint [run] FLAGS -- COMMAND ARG...
taskpack-entrypoint [run] FLAGS --entrypoint COMMAND -- ARG...
    waits, runs COMMAND, and leaves a mark
    --wait_file PATH          waits until PATH exists; PATH.err makes it skip; may be repeated
    --wait_file_content       waits until none of them is empty as well
    --wait_lock               reads a file only while its directory is not locked
    --ready_url [PATH,]URL    waits until URL of this Pod answers GET with 2xx, with PATH only if PATH is not empty; may be repeated
    --wait_timeout DURATION   waits no longer than that
    --post_file PATH          the mark: PATH, or PATH.err if COMMAND failed or did not run
    --lock DIR                locks DIR until the mark is there, and ends all other processes before the mark
    --token PATH              takes the token out of PATH until COMMAND has succeeded and all other processes have ended
    --remove PATH             removes PATH after COMMAND, with --lock or --token after all other processes too; may be repeated
    --returned PATH,COPY      refuses to run COMMAND unless PATH contains the token of COPY
    --entrypoint COMMAND      the command; what follows -- are its arguments
    --timeout DURATION        ends COMMAND after that
    --on_error stop|continue  continue: COMMAND's failure is none
    --stop_url [PATH,]URL     asks URL of this Pod by POST after the mark, also if COMMAND failed or did not run; may be repeated
    --termination_path PATH   where to say why COMMAND did not run (/dev/termination-log, if it is there)
    --hold_before DIR         holds before COMMAND: leaves DIR/held, and waits for 'continue' or 'fail'
    --hold_failed DIR         holds after COMMAND has failed; 'continue' then counts as success
    --hold_timeout DURATION   holds no longer than that, and fails then
    --own_message             empties that file after COMMAND, with --lock or --token after all other processes too
    --drop_kill               starts COMMAND without the capability KILL, which the waiter keeps, and with no_new_privs; for root

taskpack-entrypoint held|continue|fail DIR
    waits until the container is held, or ends the hold

taskpack-entrypoint sidecar
    does nothing until SIGTERM or SIGINT
`

// options are the flags and the command of `run`.
type options struct {
	waitFiles       []string
	waitContent     bool
	waitLock        bool
	waitTimeout     time.Duration
	readyURLs       []endpoint
	stopURLs        []endpoint
	postFile        string
	lock            string
	token           string
	removed         []string
	returned        string
	returnedCopy    string
	entrypoint      string
	timeout         time.Duration
	continueOnError bool
	terminationPath string
	ownMessage      bool
	dropKill        bool
	holdBefore      string
	holdFailed      string
	holdTimeout     time.Duration
	args            []string
}

// parseOptions parses flags as Go's flag package does: with one dash or two, and with a value after `=` or in the next word.
// It stops at `--` or at the first word that is not a flag. It returns all problems.
func parseOptions(words []string) (options, []string) {
	var o options
	var problems []string
	complain := func(problem string) { problems = append(problems, problem) }
	for len(words) > 0 && len(words[0]) > 1 && words[0][0] == '-' && words[0] != "--" {
		flag, value, hasValue := splitFlag(words[0])
		words = words[1:]
		set, isSwitch := o.setter(flag)
		switch {
		case set == nil:
			complain("there is no flag --" + flag)
			continue
		case isSwitch && !hasValue:
			value = "true"
		case !hasValue && len(words) == 0:
			complain("--" + flag + " has no value")
			continue
		case !hasValue:
			value, words = words[0], words[1:]
		}
		if wish := set(value); wish != "" {
			complain("--" + flag + " is '" + value + "', which is no " + wish)
		}
	}
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	if o.entrypoint == "" && len(words) > 0 {
		o.entrypoint, words = words[0], words[1:]
	}
	if o.entrypoint == "" {
		complain("no command is given: neither by --entrypoint nor after --")
	}
	o.args = words
	return o, problems
}

// setter returns the function that sets a flag. The function returns the expected form if the value is invalid. isSwitch is
// true if the flag needs no value.
func (o *options) setter(flag string) (set func(string) string, isSwitch bool) {
	switch flag {
	case "wait_file":
		return func(value string) string { return setFiles(&o.waitFiles, value) }, false
	case "wait_file_content":
		return func(value string) string { return setBool(&o.waitContent, value) }, true
	case "wait_lock":
		return func(value string) string { return setBool(&o.waitLock, value) }, true
	case "wait_timeout":
		return func(value string) string { return setDuration(&o.waitTimeout, value) }, false
	case "ready_url":
		return func(value string) string { return setEndpoint(&o.readyURLs, value) }, false
	case "stop_url":
		return func(value string) string { return setEndpoint(&o.stopURLs, value) }, false
	case "post_file":
		return func(value string) string { return setText(&o.postFile, value) }, false
	case "lock":
		return func(value string) string { return setText(&o.lock, value) }, false
	case "token":
		return func(value string) string { return setText(&o.token, value) }, false
	case "remove":
		return func(value string) string { return setPath(&o.removed, value) }, false
	case "returned":
		return func(value string) string { return setPair(&o.returned, &o.returnedCopy, value) }, false
	case "entrypoint":
		return func(value string) string { return setText(&o.entrypoint, value) }, false
	case "timeout":
		return func(value string) string { return setDuration(&o.timeout, value) }, false
	case "on_error":
		return func(value string) string { return setOnError(&o.continueOnError, value) }, false
	case "termination_path":
		return func(value string) string { return setText(&o.terminationPath, value) }, false
	case "hold_before":
		return func(value string) string { return setText(&o.holdBefore, value) }, false
	case "hold_failed":
		return func(value string) string { return setText(&o.holdFailed, value) }, false
	case "hold_timeout":
		return func(value string) string { return setDuration(&o.holdTimeout, value) }, false
	case "own_message":
		return func(value string) string { return setBool(&o.ownMessage, value) }, true
	case "drop_kill":
		return func(value string) string { return setBool(&o.dropKill, value) }, true
	default:
		return nil, false
	}
}

func setText(target *string, value string) string {
	*target = value
	return ""
}

func setPath(target *[]string, value string) string {
	*target = append(*target, value)
	return ""
}

func setPair(first, second *string, value string) string {
	parts := list(value, ',')
	if len(parts) != 2 || parts[0] == "" || parts[1] == "" {
		return "pair of paths with a comma between them"
	}
	*first, *second = parts[0], parts[1]
	return ""
}

// setFiles also accepts several files between commas, as Tekton's entrypoint does.
func setFiles(target *[]string, value string) string {
	for _, file := range list(value, ',') {
		if file != "" {
			*target = append(*target, file)
		}
	}
	return ""
}

func setBool(target *bool, value string) string {
	switch value {
	case "true":
		*target = true
	case "false":
		*target = false
	default:
		return "true or false"
	}
	return ""
}

// setDuration accepts 0 for no limit.
func setDuration(target *time.Duration, value string) string {
	parsed, err := time.ParseDuration(value)
	if err != nil || parsed < 0 {
		return "duration, such as 90s or 1h30m"
	}
	*target = parsed
	return ""
}

// setOnError also accepts stopAndFail, Tekton's name for stop.
func setOnError(target *bool, value string) string {
	switch value {
	case "stop", "stopAndFail":
		*target = false
	case "continue":
		*target = true
	default:
		return "stop or continue"
	}
	return ""
}

// splitFlag removes the dashes and splits a word at the first `=`.
func splitFlag(word string) (flag, value string, hasValue bool) {
	word = word[1:]
	if word[0] == '-' {
		word = word[1:]
	}
	for i := range word {
		if word[i] == '=' {
			return word[:i], word[i+1:], true
		}
	}
	return word, "", false
}
