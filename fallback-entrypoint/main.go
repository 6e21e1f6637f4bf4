// Command taskpack-entrypoint makes containers of one pod run one after the other: each waits for its predecessor's
// mark, runs its command, and leaves its own. README.md is the contract.
//
// It is copied into every pod, so it is kept small: files are the system's own calls, and of Go's library there is next
// to nothing.
package main

import (
	"os"
	"syscall"
)

func main() {
	os.Exit(dispatch(os.Args[1:]))
}

// dispatch takes the words after the program's name. Flags alone mean `run`, as other systems' entrypoints are called;
// words that mean nothing here are a sidecar's, which must not end whatever it is given.
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
	default:
		if len(word) > 0 && word[0] == '-' {
			return run(words)
		}
		say("idle as a sidecar: '" + word + "' is none of init, run and sidecar")
		return idle()
	}
}

// say prints a sentence on standard error.
func say(sentence string) {
	print(syscall.Stderr, "taskpack-entrypoint: "+sentence+"\n")
}

func print(stream int, text string) {
	_ = writeAll(stream, []byte(text))
}
