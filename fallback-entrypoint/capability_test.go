package main_test

import (
	"os"
	"strings"
	"testing"
)

// The capabilities of a command that runs as root: CHOWN, DAC_OVERRIDE, FOWNER, SETGID and SETUID. Its waiter also has KILL.
const (
	rootCapabilities   = "cb"
	waiterCapabilities = "eb"
)

// left is process 1. It reports the processes that are left after the waiter.
const left = `"$@"; code=$?; set -- /proc/[0-9]*; [ $# = 1 ] || echo "left: $*" >&2; exit $code`

// runAsRoot runs a script as root behind a waiter whose parent is process 1, as in a Tekton step.
func runAsRoot(t *testing.T, capabilities, flag, script string) ending {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("nothing can be run as root and as another user here")
	}
	tokenFile := t.TempDir() + "/token"
	writeFile(t, tokenFile, token)
	const container = `mount --make-rprivate / && mount -t proc proc /proc && exec "$@"`
	words := []string{"-c", container, "sh", helper(t), "with-capabilities", capabilities, "sh", "-c", left, "sh",
		program(t), "run", flag, "--token=" + tokenFile, "--", "sh", "-c", script}
	return begin(t, launch{path: "/bin/sh", words: words, attributes: asFirst(t)}).end()
}

func TestRootThatLacksACapabilityOfProcess1CannotTraceIt(t *testing.T) {
	t.Parallel()
	const attack = `head -c 1 /proc/1/auxv >/dev/null && echo traced; exit 0`
	// This flag has no effect here.
	if e := runAsRoot(t, waiterCapabilities, "--on_error=stop", attack); e.stdout != "traced\n" {
		t.Errorf("the attack has failed without --drop_kill, so it proves nothing: %d, %q", e.code, e.stderr)
	}
	if e := runAsRoot(t, waiterCapabilities, "--drop_kill", attack); e.code != 0 || e.stdout != "" {
		t.Errorf("the command ended with %d and printed %q and %q", e.code, e.stdout, e.stderr)
	}
}

func TestRootKeepsItsOtherCapabilitiesAndGetsNoneBack(t *testing.T) {
	t.Parallel()
	// Every exec by root takes all capabilities that the kernel allows.
	const script = `sh -c "grep -E '^(CapEff|CapPrm|NoNewPrivs)' /proc/self/status"`
	const expected = "CapPrm:\t00000000000000" + rootCapabilities + "\nCapEff:\t00000000000000" + rootCapabilities + "\nNoNewPrivs:\t1\n"
	if e := runAsRoot(t, waiterCapabilities, "--drop_kill", script); e.stdout != expected {
		t.Errorf("the command ended with %d and printed %q and %q", e.code, e.stdout, e.stderr)
	}
}

// The main thread's capabilities are those that the kernel compares.
func TestWaiterItselfKeepsTheCapability(t *testing.T) {
	t.Parallel()
	const script = `grep CapPrm /proc/$PPID/status`
	if e := runAsRoot(t, waiterCapabilities, "--drop_kill", script); e.stdout != "CapPrm:\t00000000000000"+waiterCapabilities+"\n" {
		t.Errorf("the command ended with %d and printed %q and %q", e.code, e.stdout, e.stderr)
	}
}

func TestWaiterEndsProcessesOfOtherUsers(t *testing.T) {
	t.Parallel()
	const script = `setpriv --reuid=54321 --clear-groups sleep 1000 & sleep 0.1; kill -0 $! 2>&1; exit 0`
	e := runAsRoot(t, waiterCapabilities, "--drop_kill", script)
	if e.code != 0 || !strings.Contains(e.stdout, "not permitted") || e.stderr != "" {
		t.Errorf("the command ended with %d and printed %q and %q", e.code, e.stdout, e.stderr)
	}
}

func TestWaiterWithoutTheCapabilityRefusesToGiveItUp(t *testing.T) {
	t.Parallel()
	runAsRoot(t, rootCapabilities, "--drop_kill", "true").
		expectFailure(t, 125, "cannot give up the capability KILL (--drop_kill): the waiter does not have it. Add KILL to the container's capabilities", "")
}
