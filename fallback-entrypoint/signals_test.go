package main_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const lastSignal = 64

// harmless lists the signals that kill no process.
var harmless = map[syscall.Signal]bool{
	syscall.SIGCHLD: true, syscall.SIGCONT: true, syscall.SIGSTOP: true, syscall.SIGTSTP: true, syscall.SIGTTIN: true,
	syscall.SIGTTOU: true, syscall.SIGURG: true, syscall.SIGWINCH: true,
}

// notPassedOn lists the signals that the waiter cannot catch or does not forward.
var notPassedOn = map[syscall.Signal]string{
	syscall.SIGKILL: "nobody can take it",
	syscall.SIGSTOP: "nobody can take it",
	syscall.SIGCHLD: "it is about the waiter's children",
	syscall.SIGURG:  "Go's scheduler uses it",
	syscall.SIGPROF: "Go's profiler takes it",
	32:              "Go leaves it to C libraries, and it kills",
	33:              "Go uses it for calls of all threads",
	34:              "Go leaves it to C libraries, and it kills",
}

// swallowed lists those of notPassedOn that have no effect on the waiter.
var swallowed = []syscall.Signal{syscall.SIGCHLD, syscall.SIGURG, syscall.SIGPROF, 33}

func passedOn() []syscall.Signal {
	var numbers []syscall.Signal
	for number := syscall.Signal(1); number <= lastSignal; number++ {
		if notPassedOn[number] == "" {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// Known bug: signal-not-forwarded.

func TestExitCodeReportsTheSignalThatKilledTheCommand(t *testing.T) {
	t.Parallel()
	for number := syscall.Signal(1); number <= lastSignal; number++ {
		if harmless[number] {
			continue
		}
		folder := t.TempDir()
		words := []string{"run", "--post_file=" + folder + "/mark", "--", "sh", "-c", "echo $$; exec sleep 60"}
		p := begin(t, launch{words: words, folder: folder})
		p.await("the command runs", func() bool { return strings.HasSuffix(p.output(), "\n") })
		command, err := strconv.Atoi(strings.TrimSpace(p.output()))
		must(t, err)
		must(t, syscall.Kill(command, number))
		p.end().expectCode(t, 128+int(number))
		expectFailureMark(t, folder+"/mark", "Error", 128+int(number))
	}
}

func TestSignalsAreForwardedToTheCommandAndItsChildren(t *testing.T) {
	t.Parallel()
	input, write, err := os.Pipe()
	must(t, err)
	t.Cleanup(func() { _, _ = input.Close(), write.Close() })
	folder := t.TempDir()
	words := []string{"run", "--post_file=" + folder + "/mark", "--", helper(t), "signals", "parent"}
	p := begin(t, launch{words: words, input: input})
	p.awaitOutput("parent is ready")
	p.awaitOutput("child is ready")
	for _, number := range swallowed {
		p.send(number)
	}
	for _, number := range passedOn() {
		p.send(number)
		p.awaitOutput(fmt.Sprintf("parent got %d", number))
		p.awaitOutput(fmt.Sprintf("child got %d", number))
	}
	must(t, write.Close())
	e := p.end()
	e.expectCode(t, 0)
	for _, number := range swallowed {
		// Go's runtime sends SIGURG, and SIGCHLD reports children. Both concern the helpers.
		if number != syscall.SIGCHLD && number != syscall.SIGURG && strings.Contains(e.stdout, fmt.Sprintf("got %d\n", number)) {
			t.Errorf("%d was passed on", number)
		}
	}
	if count := strings.Count(e.stdout, "got "); count < 2*len(passedOn()) {
		t.Errorf("there were %d signals only", count)
	}
}

// Each of these signals would end the waiter if the waiter did not forward it.
func TestCommandDecidesTheEffectOfASignal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		number syscall.Signal
		script string
		code   int
	}{
		{"that has no trap dies", syscall.SIGTERM, "echo ready; exec sleep 60", 143},
		{"that has no trap dies of SIGINT", syscall.SIGINT, "echo ready; exec sleep 60", 130},
		{"that has no trap dies of SIGQUIT", syscall.SIGQUIT, "echo ready; exec sleep 60", 131},
		{"that has no trap dies of SIGUSR1", syscall.SIGUSR1, "echo ready; exec sleep 60", 138},
		{"that has a trap ends as it likes", syscall.SIGTERM, `trap "exit 7" TERM; echo ready; while :; do sleep 0.02; done`, 7},
		{"that has a trap may succeed", syscall.SIGHUP, `trap "exit 0" HUP; echo ready; while :; do sleep 0.02; done`, 0},
		{"that ignores it goes on", syscall.SIGTERM, `trap "" TERM; echo ready; sleep 1; exit 9`, 9},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			words := []string{"run", "--post_file=" + folder + "/mark", "--", "sh", "-c", tt.script}
			p := begin(t, launch{words: words, folder: folder})
			p.awaitOutput("ready")
			p.send(tt.number)
			p.end().expectCode(t, tt.code)
			if tt.code == 0 {
				expectMark(t, folder+"/mark", "Completed", 0)
			} else {
				expectFailureMark(t, folder+"/mark", "Error", tt.code)
			}
		})
	}
}

// A signal can arrive after the last poll and before the command starts. The signal must not be lost.
func TestSignalAtTheCommandsStartIsNotLost(t *testing.T) {
	t.Parallel()
	for i := 0; i < rounds(100); i++ {
		folder := t.TempDir()
		p := waiting(t, "run", "--wait_file="+folder+"/x", "--post_file="+folder+"/mark", "--", "sleep", "60")
		p.awaitPlaceOf(folder + "/mark")
		if i%2 == 0 {
			p.awaitWatch()
		}
		writeFile(t, folder+"/x", "")
		p.send(syscall.SIGTERM)
		if e := p.end(); e.code != 143 {
			t.Fatalf("it ended with %d: %s", e.code, e.stderr)
		}
		if m := readMark(t, folder+"/mark.err"); m.exitCode != 143 || (m.reason == "Cancelled") == m.isStarted {
			t.Fatalf("the mark says %+v", m)
		}
	}
}

func TestSomeSignalsStopTheWait(t *testing.T) {
	t.Parallel()
	for _, number := range []syscall.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM} {
		folder := t.TempDir()
		p := waiting(t, "run", "--wait_file="+folder+"/x", "--post_file="+folder+"/mark",
			"--termination_path="+folder+"/message", "--", "touch", folder+"/ran")
		p.awaitPlaceOf(folder + "/mark")
		p.send(number)
		sentence := fmt.Sprintf("ended by signal %d while it waited", number)
		p.end().expectFailure(t, 128+int(number), sentence, folder+"/message")
		m := expectFailureMark(t, folder+"/mark", "Cancelled", 128+int(number))
		if m.isStarted || exists(folder+"/ran") {
			t.Error("the command ran")
		}
	}
}

func TestOtherSignalsDoNotStopTheWait(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	// The waiter also keeps polling without a watch.
	missing := folder + "/missing/x"
	for _, path := range []string{folder + "/x", missing} {
		p := waiting(t, "run", "--wait_file="+path, "--post_file="+folder+"/mark", "--", "true")
		p.awaitPlaceOf(folder + "/mark")
		for _, number := range append(passedOn(), swallowed...) {
			switch number {
			case syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM:
			default:
				p.send(number)
			}
		}
		// The command gets the signals that the waiter has not read from its queue.
		time.Sleep(300 * time.Millisecond)
		if path == missing {
			makeFolder(t, folder+"/missing")
		}
		writeFile(t, path, "")
		p.end().expectCode(t, 0)
		expectMark(t, folder+"/mark", "Completed", 0)
	}
}
