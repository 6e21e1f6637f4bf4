package main_test

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func beginAsFirst(t *testing.T, words ...string) *process {
	t.Helper()
	return begin(t, launch{words: words, attributes: asFirst(t)})
}

func TestFirstProcessReapsOrphans(t *testing.T) {
	t.Parallel()
	// Each subshell leaves a child that exits later.
	const script = `echo parent $PPID; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do (sleep 0.1 & exit 0); done; echo left; read end; exit 3`
	input, write, err := os.Pipe()
	must(t, err)
	t.Cleanup(func() { _, _ = input.Close(), write.Close() })
	folder := t.TempDir()
	words := []string{"run", "--post_file=" + folder + "/mark", "--", "sh", "-c", script}
	p := begin(t, launch{words: words, input: input, attributes: asFirst(t)})
	p.awaitOutput("parent 1")
	p.awaitOutput("left")
	p.await("nobody is left but the command", func() bool { return len(childrenOf(p.pid())) == 1 })
	must(t, write.Close())
	p.end().expectCode(t, 3)
	expectFailureMark(t, folder+"/mark", "Error", 3)
}

func TestFirstProcessExitsWithItsCommandOnly(t *testing.T) {
	t.Parallel()
	// The first orphan exits first, with another code. The second orphan never exits.
	const script = `(sh -c 'exit 7' &); (sleep 60 & echo $! >orphan); read end; exit 5`
	input, write, err := os.Pipe()
	must(t, err)
	t.Cleanup(func() { _, _ = input.Close(), write.Close() })
	folder := t.TempDir()
	words := []string{"run", "--post_file=mark", "--", "sh", "-c", script}
	p := begin(t, launch{words: words, input: input, folder: folder, attributes: asFirst(t)})
	var orphans []int
	p.await("there is an orphan", func() bool {
		if !strings.HasSuffix(readOrNothing(folder+"/orphan"), "\n") {
			return false
		}
		orphans = descendantsOf(p.pid())
		return len(orphans) > 0
	})
	must(t, write.Close())
	p.end().expectCode(t, 5)
	for _, orphan := range orphans {
		orphan := orphan
		await(t, "what still ran has ended with it", func() bool { return !isAlive(orphan) })
	}
}

func TestFirstProcessForwardsSignals(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		number syscall.Signal
		script string
		code   int
	}{
		{"to who takes them", syscall.SIGTERM, `trap "exit 42" TERM; echo ready; while :; do sleep 0.02; done`, 42},
		{"to who dies of them", syscall.SIGTERM, "echo ready; exec sleep 60", 143},
		{"whatever they are", syscall.SIGUSR2, "echo ready; exec sleep 60", 140},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := beginAsFirst(t, "run", "--", "sh", "-c", tt.script)
			p.awaitOutput("ready")
			p.send(tt.number)
			p.end().expectCode(t, tt.code)
		})
	}
}

func TestFirstProcessExitsOnASignalWhileItWaits(t *testing.T) {
	t.Parallel()
	for _, number := range []syscall.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM} {
		folder := t.TempDir()
		p := beginAsFirst(t, "run", "--wait_file="+folder+"/x", "--post_file="+folder+"/mark", "--", "true")
		p.awaitPlaceOf(folder + "/mark")
		p.send(number)
		p.end().expectFailure(t, 128+int(number), "ended by signal", "")
		expectFailureMark(t, folder+"/mark", "Cancelled", 128+int(number))
	}
}

func TestFirstProcessStopsACommandAfterItsTimeout(t *testing.T) {
	t.Parallel()
	begin := time.Now()
	e := beginAsFirst(t, "run", "--timeout=200ms", "--", "sh", "-c", quiet+`trap "" TERM; while :; do sleep 0.1; done`).end()
	e.expectFailure(t, 124, "ended after 200ms", "")
	if took := time.Since(begin); took < 5*time.Second {
		t.Errorf("it took %v only", took)
	}
}

func TestFirstProcessReturnsExitCodesOfKilledCommands(t *testing.T) {
	t.Parallel()
	for _, number := range []int{1, 2, 6, 9, 11, 15, 64} {
		beginAsFirst(t, "run", "--", "sh", "-c", "kill -"+strconv.Itoa(number)+" $$").end().expectCode(t, 128+number)
	}
}
