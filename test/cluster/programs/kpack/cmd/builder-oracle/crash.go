package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
)

// mortal is the argument of a process that may die of its question.
const mortal = "--mortal"

// A stack that kpack outgrows only where it never ends; Go's own limit is a gigabyte.
const largestStack = 4 << 20

// orCrash calls kpack where it may panic.
func orCrash(call func() error) (crashed string, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			crashed = fmt.Sprint(reason)
		}
	}()
	return "", call()
}

// answerSafely survives kpack's recursion on cycles, which Go cannot recover from: where there may be one, it asks a
// process of its own.
func answerSafely(asked question) (answer, error) {
	if mayRecurse(asked) {
		return answerApart(asked)
	}
	return answerHere(asked)
}

func answerMortally(asked question) (answer, error) {
	debug.SetMaxStack(largestStack)
	return answerHere(asked)
}

func answerApart(asked question) (answer, error) {
	program, err := os.Executable()
	if err != nil {
		return answer{}, err
	}
	line, err := json.Marshal(asked)
	if err != nil {
		return answer{}, err
	}
	process := exec.Command(program, mortal)
	process.Stdin = bytes.NewReader(line)
	output, err := process.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && bytes.Contains(exit.Stderr, []byte("stack overflow")) {
		return answer{Crashed: "cycle"}, nil
	}
	if err != nil {
		return answer{}, err
	}
	var answered answer
	return answered, json.Unmarshal(output, &answered)
}
