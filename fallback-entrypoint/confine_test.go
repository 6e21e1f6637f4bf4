package main_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// isProcessOneWritable is a command that tells if it can change process 1 of its container.
const isProcessOneWritable = `(: 3<>/proc/1/mem) 2>/dev/null && echo writable || echo protected`

// asTektonStep runs the program as a user below a shell with the same user, which is process 1 as Tekton's entrypoint is.
func asTektonStep(t *testing.T, words ...string) ending {
	t.Helper()
	if asSomebodyElse() == nil {
		t.Skip("nothing can be run as another user here")
	}
	if _, err := exec.LookPath("setpriv"); err != nil {
		t.Skip("there is no setpriv")
	}
	const script = `mount --make-rprivate / && mount -t proc proc /proc && exec setpriv --reuid=54321 --regid=54321 --clear-groups ` +
		`sh -c '"$@"; exit $?' sh "$@"`
	all := append([]string{"-c", script, "sh"}, words...)
	return begin(t, launch{path: "/bin/sh", words: all, attributes: asFirst(t)}).end()
}

func isTracingAllowed() bool {
	scope, err := os.ReadFile("/proc/sys/kernel/yama/ptrace_scope")
	return err != nil || strings.HasPrefix(string(scope), "0")
}

func TestCommandWithATokenCannotChangeProcessOne(t *testing.T) {
	t.Parallel()
	open := asTektonStep(t, program(t), "run", "--", "sh", "-c", isProcessOneWritable)
	if isTracingAllowed() && open.stdout != "writable\n" {
		t.Errorf("without a token, it says %q, so the test proves nothing: %s", open.stdout, open.stderr)
	}
	written := newTokens(t)
	must(t, os.Chown(written.file, 54321, 54321))
	e := asTektonStep(t, program(t), "run", "--token="+written.file, "--", "sh", "-c", isProcessOneWritable)
	isProtected := e.stdout == "protected\n"
	isReported := strings.Contains(e.stderr, "a process of this step can change Tekton's entrypoint")
	if e.code != 0 || isProtected == isReported {
		t.Errorf("it ended with %d, says %q and reports %q", e.code, e.stdout, e.stderr)
	}
}

func TestWaiterReportsThatProcessOneIsNotProtected(t *testing.T) {
	t.Parallel()
	written := newTokens(t)
	must(t, os.Chown(written.file, 54321, 54321))
	e := asTektonStep(t, helper(t), "without-landlock", program(t), "run", "--token="+written.file, "--", "echo", "ran")
	if e.code != 0 || e.stdout != "ran\n" {
		t.Errorf("it ended with %d and says %q", e.code, e.stdout)
	}
	if strings.Contains(e.stderr, "neither Landlock (Linux 5.19) nor Yama") != isTracingAllowed() {
		t.Errorf("it reports %q", e.stderr)
	}
}

// A ruleset of Landlock can keep programs from linking and moving files to other directories.
func TestCommandWithATokenCanMoveFiles(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	written := newTokens(t)
	for _, folder := range []string{t.TempDir(), mount(t, 0, "")} {
		writeFile(t, written.file, token)
		const script = `mkdir from to; touch from/x; ln from/x to/y && ln to/y z`
		words := []string{"run", "--token=" + written.file, "--", "sh", "-c", script}
		begin(t, launch{words: words, folder: folder, attributes: asFirst(t)}).end().expectCode(t, 0)
		if !exists(folder + "/z") {
			t.Errorf("there is %s", namesIn(t, folder))
		}
	}
}
