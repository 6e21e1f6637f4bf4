package main_test

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// answer runs `continue` or `fail`, as a user who debugs the phase does.
func answer(t *testing.T, word, folder string) {
	t.Helper()
	waiter(t, word, folder).expectCode(t, 0)
}

// expectHeld compares the exit code of a phase that was held. A phase that is held prints so.
func (e ending) expectHeld(t *testing.T, code int) {
	t.Helper()
	if e.code != code || !strings.Contains(e.stderr, "taskpack-entrypoint: held ") {
		t.Errorf("it ended with %d instead of %d and says %q", e.code, code, e.stderr)
	}
}

func expectMessage(t *testing.T, file, message string) {
	t.Helper()
	if text := readFile(t, file); text != message {
		t.Errorf("the termination message is %q", text)
	}
}

func TestHoldBeforeTheCommand(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		word   string
		code   int
		reason string
		output string
	}{
		{"continue", 0, "Completed", "changed"},
		{"fail", 120, "Cancelled", ""},
	} {
		tt := tt
		t.Run(tt.word, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			writeFile(t, folder+"/read", "as it was")
			p := waiting(t, "run", "--hold_before="+folder, "--hold_timeout=1h", "--post_file="+folder+"/mark",
				"--termination_path="+folder+"/message", "--", "cat", folder+"/read")
			waiter(t, "held", folder).expectCode(t, 0)
			writeFile(t, folder+"/read", "changed")
			answer(t, tt.word, folder)
			e := p.end()
			if e.expectHeld(t, tt.code); e.stdout != tt.output {
				t.Errorf("it printed %q", e.stdout)
			}
			if tt.code == 0 {
				expectMark(t, folder+"/mark", tt.reason, 0)
			} else {
				expectMessage(t, folder+"/message", "ended by 'fail' while it was held")
				expectFailureMark(t, folder+"/mark", tt.reason, tt.code)
			}
			if exists(folder + "/held") {
				t.Error("the hold is over, and there still is its file")
			}
		})
	}
}

func TestHoldAfterAFailureDecidesAboutTheTokenToo(t *testing.T) {
	t.Parallel()
	for word, isRun := range map[string]bool{"continue": true, "fail": false} {
		word, isRun := word, isRun
		t.Run(word, func(t *testing.T) {
			t.Parallel()
			written, folder := newTokens(t), openFolder(t)
			p := beginAsFirst(t, "run", "--hold_failed="+folder, "--token="+written.file, "--post_file="+folder+"/mark", "--", "sh", "-c", "exit 3")
			waiter(t, "held", folder).expectCode(t, 0)
			written.expectRefusal(t)
			answer(t, word, folder)
			e := p.end()
			if !isRun {
				e.expectHeld(t, 3)
				expectFailureMark(t, folder+"/mark", "Error", 3)
				written.expectRefusal(t)
				return
			}
			e.expectHeld(t, 0)
			expectMark(t, folder+"/mark", "Continued", 3)
			written.next(t).expectCode(t, 0)
		})
	}
}

// A process of the command ends before the hold, and an answer that the command left does not count.
func TestCommandCannotEndItsOwnHold(t *testing.T) {
	t.Parallel()
	folder := openFolder(t)
	const script = `echo >"$0/continue"; (setsid sh -c 'trap "" TERM HUP; while :; do echo >"$0/continue"; sleep 0.01; done' "$0" &); exit 3`
	p := beginAsFirst(t, "run", "--hold_failed="+folder, "--lock="+folder, "--", "sh", "-c", script, folder)
	waiter(t, "held", folder).expectCode(t, 0)
	if exists(folder+"/continue") || p.isOver() {
		t.Error("the command has ended its hold")
	}
	answer(t, "fail", folder)
	p.end().expectHeld(t, 3)
}

// A directory cannot be removed as a file, so it must not count as an answer.
func TestCommandCannotAnswerByADirectory(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"continue", "continue.err", "held"} {
		name := name
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := openFolder(t)
			e := beginAsFirst(t, "run", "--hold_failed="+folder, "--lock="+folder, "--", "sh", "-c", `mkdir "$0"; exit 3`, folder+"/"+name).end()
			if e.code != 3 || !strings.Contains(e.stderr, "cannot hold in "+folder) {
				t.Errorf("it ended with %d and says %q", e.code, e.stderr)
			}
		})
	}
}

// A Build that is cancelled, or whose Pod is deleted, must end.
func TestStoppedCommandIsNotHeld(t *testing.T) {
	t.Parallel()
	folder := openFolder(t)
	p := beginAsFirst(t, "run", "--hold_failed="+folder, "--lock="+folder, "--", "sh", "-c", `touch "$0/runs"; exec sleep 60`, folder)
	for !exists(folder + "/runs") {
		time.Sleep(10 * time.Millisecond)
	}
	p.send(syscall.SIGTERM)
	if e := p.end(); e.code != 143 || strings.Contains(e.stderr, "held ") {
		t.Errorf("it ended with %d and says %q", e.code, e.stderr)
	}
}

func TestHoldEndsByItself(t *testing.T) {
	t.Parallel()
	t.Run("before the command", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		e := waiter(t, "run", "--hold_before="+folder, "--hold_timeout=100ms", "--termination_path="+folder+"/message", "--", "touch", folder+"/ran")
		e.expectHeld(t, 120)
		expectMessage(t, folder+"/message", "held for 100ms (--hold_timeout), and ended then")
		if exists(folder + "/ran") {
			t.Error("the command ran")
		}
	})
	t.Run("after a failure", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		e := waiter(t, "run", "--hold_failed="+folder, "--hold_timeout=100ms", "--", "sh", "-c", "exit 3")
		if e.code != 3 || !strings.Contains(e.stderr, "held for 100ms") {
			t.Errorf("it ended with %d and says %q", e.code, e.stderr)
		}
	})
	t.Run("by a signal", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		p := waiting(t, "run", "--hold_before="+folder, "--", "true")
		waiter(t, "held", folder).expectCode(t, 0)
		p.send(syscall.SIGTERM)
		p.end().expectHeld(t, 143)
	})
	t.Run("not at all, because the command succeeds", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		waiter(t, "run", "--hold_failed="+folder, "--", "true").expectCode(t, 0)
	})
}

func TestNothingIsAnsweredUnlessHeld(t *testing.T) {
	t.Parallel()
	for _, words := range [][]string{{"continue", t.TempDir()}, {"fail", t.TempDir()}, {"held"}, {"continue", "a", "b"}} {
		if e := waiter(t, words...); e.code != 125 || e.stderr == "" {
			t.Errorf("%q: it ended with %d and says %q", words, e.code, e.stderr)
		}
	}
}
