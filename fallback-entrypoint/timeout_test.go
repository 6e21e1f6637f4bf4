package main_test

import (
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// quiet keeps a shell from reporting that its child was killed.
const quiet = "exec 2>/dev/null; "

func TestTimeoutStopsTheCommand(t *testing.T) {
	t.Parallel()
	const grace = 5 * time.Second
	for _, tt := range []struct {
		name, script string
		isKilled     bool
	}{
		{"that dies of SIGTERM", "sleep 60", false},
		{"that tidies up and fails", `trap "exit 3" TERM; while :; do sleep 0.02; done`, false},
		{"that tidies up and succeeds", `trap "exit 0" TERM; while :; do sleep 0.02; done`, false},
		{"that ignores SIGTERM", `trap "" TERM; while :; do sleep 0.1; done`, true},
		{"that is stopped", `kill -STOP $$; sleep 60`, true},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			e := waiter(t, "run", "--timeout=300ms", "--post_file="+folder+"/mark", "--termination_path="+folder+"/message",
				"--", "sh", "-c", quiet+tt.script)
			e.expectFailure(t, 124, "ended after 300ms (--timeout)", folder+"/message")
			m := expectFailureMark(t, folder+"/mark", "TimeoutExceeded", 124)
			took := m.finishedAt.Sub(m.startedAt)
			if took < 300*time.Millisecond || (took >= 300*time.Millisecond+grace) != tt.isKilled {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func TestTimeoutKillsTheProcessGroup(t *testing.T) {
	t.Parallel()
	const immortal = `sh -c 'trap "" TERM; while :; do sleep 0.1; done' & echo $!; `
	for _, tt := range []struct{ name, script string }{
		{"whose child would go on", `sleep 60 & echo $!; wait`},
		{"whose child ignores SIGTERM", immortal + `wait`},
		{"that ignores SIGTERM like its child", `trap "" TERM; ` + immortal + `while :; do sleep 0.1; done`},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := waiter(t, "run", "--timeout=500ms", "--", "sh", "-c", quiet+tt.script)
			e.expectFailure(t, 124, "ended after 500ms", "")
			child, err := strconv.Atoi(strings.TrimSpace(e.stdout))
			must(t, err)
			await(t, "the child is gone", func() bool { return !isAlive(child) })
		})
	}
}

func TestTimeoutSendsSIGTERMToTheProcessGroupFirst(t *testing.T) {
	t.Parallel()
	const script = quiet + `sh -c 'trap "echo tidied; exit" TERM; while :; do sleep 0.02; done' & trap : TERM; wait; wait`
	e := waiter(t, "run", "--timeout=1s", "--", "sh", "-c", script)
	if e.expectFailure(t, 124, "ended after 1s", ""); e.stdout != "tidied\n" {
		t.Errorf("its child says %q", e.stdout)
	}
}

func TestTimeoutDoesNotAffectAFastCommand(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, tt := range []struct {
		timeout string
		code    int
	}{{"1h", 0}, {"1h", 3}, {"0", 0}, {"0s", 3}} {
		words := []string{"run", "--timeout=" + tt.timeout, "--post_file=" + folder + "/mark", "--", "sh", "-c", "exit " + strconv.Itoa(tt.code)}
		waiter(t, words...).expectCode(t, tt.code)
	}
}

func TestTimeoutStartsWithTheCommand(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := waiting(t, "run", "--timeout=1s", "--wait_file="+folder+"/x", "--", "true")
	p.awaitWatch()
	time.Sleep(1200 * time.Millisecond)
	appear(t, folder+"/x", "")
	p.end().expectCode(t, 0)
}

func TestSignalAfterTheTimeoutIsForwarded(t *testing.T) {
	t.Parallel()
	const script = quiet + `trap "echo asked" TERM; trap "exit 0" USR1; echo ready; while :; do sleep 0.02; done`
	p := waiting(t, "run", "--timeout=300ms", "--", "sh", "-c", script)
	p.awaitOutput("asked")
	p.send(syscall.SIGUSR1)
	p.end().expectFailure(t, 124, "ended after 300ms", "")
}
