package main

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// TestReapWithoutChildrenIsNoSuccess runs again in a process without children, because reap would otherwise take
// children of other tests.
func TestReapWithoutChildrenIsNoSuccess(t *testing.T) {
	t.Parallel()
	const variable = "TASKPACK_TEST_REAP"
	if os.Getenv(variable) == "" {
		command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		command.Env = append(os.Environ(), variable+"=1")
		if output, err := command.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, output)
		}
		return
	}
	ended := make(chan syscall.WaitStatus, 1)
	reap(os.Getpid(), ended)
	if code := exitCode(<-ended); code != codeFailed {
		t.Errorf("the code is %d", code)
	}
}
