// Command taskpack-entrypoint runs the containers of a Pod one after the other. Each container waits for the mark of its
// predecessor, runs its command, and writes its own mark. README.md is the contract.
//
// The program is copied into every Pod, so it is small: it uses system calls and almost nothing of Go's standard library.
package main

import (
	"os"
	"syscall"
)

func main() {
	os.Exit(dispatch(os.Args[1:]))
}

// dispatch selects the subcommand. Flags without a subcommand mean `run`, as for the entrypoints of other systems. Unknown
// words start the sidecar, which must not exit.
func dispatch(words []string) int {
	if len(words) == 0 {
		print(syscall.Stderr, usage)
		return codeFailed
	}
	switch word := words[0]; word {
	case "help", "-h", "-help", "--help":
		print(syscall.Stdout, usage)
		return 0
	case "init":
		return install(words[1:])
	case "run":
		return run(words[1:])
	case "sidecar":
		return idle()
	case "held", "continue", "fail":
		return answerHold(word, words[1:])
	default:
		if len(word) > 0 && word[0] == '-' {
			return run(words)
		}
		say("idle as a sidecar: '" + word + "' is none of init, run, sidecar, held, continue and fail")
		return idle()
	}
}

// say prints a line to standard error.
func say(sentence string) {
	print(syscall.Stderr, "taskpack-entrypoint: "+sentence+"\n")
}

func print(stream int, text string) {
	_ = writeAll(stream, []byte(text))
}
