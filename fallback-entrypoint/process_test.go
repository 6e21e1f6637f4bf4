package main_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// No operation here reaches this timeout, even on a slow machine.
const patience = 60 * time.Second

// rounds returns how often a test repeats a race or random input: an eighth with -short.
func rounds(all int) int {
	if testing.Short() {
		return all / 8
	}
	return all
}

// launch holds the options for a process. The defaults are those of the test itself, without input.
type launch struct {
	// path defaults to the program under test.
	path       string
	words      []string
	folder     string
	env        []string
	input      io.Reader
	files      []*os.File
	attributes *syscall.SysProcAttr
}

// process is a process under test.
type process struct {
	t       *testing.T
	command *exec.Cmd
	// Output goes to files, so that orphans with open pipes cannot block the test.
	stdout, stderr string
	over           chan struct{}
}

// ending is the result of a process. Its code is negative if a signal killed the process.
type ending struct {
	code           int
	stdout, stderr string
}

// waiter runs the program under test until it exits.
func waiter(t *testing.T, words ...string) ending {
	t.Helper()
	return begin(t, launch{words: words}).end()
}

// waiting starts the program under test.
func waiting(t *testing.T, words ...string) *process {
	t.Helper()
	return begin(t, launch{words: words})
}

func begin(t *testing.T, l launch) *process {
	t.Helper()
	p, err := try(t, l)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func try(t *testing.T, l launch) (*process, error) {
	t.Helper()
	if l.path == "" {
		l.path = program(t)
	}
	folder := t.TempDir()
	p := &process{t: t, stdout: folder + "/stdout", stderr: folder + "/stderr", over: make(chan struct{})}
	p.command = exec.Command(l.path, l.words...)
	p.command.Dir = l.folder
	p.command.Env = l.env
	p.command.Stdin = l.input
	p.command.ExtraFiles = l.files
	p.command.SysProcAttr = l.attributes
	stdout, stderr := newFile(t, p.stdout), newFile(t, p.stderr)
	defer func() { _, _ = stdout.Close(), stderr.Close() }()
	p.command.Stdout, p.command.Stderr = stdout, stderr
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = p.command.Wait()
		close(p.over)
	}()
	t.Cleanup(p.kill)
	return p, nil
}

func newFile(t *testing.T, path string) *os.File {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func (p *process) pid() int { return p.command.Process.Pid }

// end waits until the process exits.
func (p *process) end() ending {
	p.t.Helper()
	select {
	case <-p.over:
	case <-time.After(patience):
		p.t.Fatalf("%q does not end\n%s", p.command.Args, p.errors())
	}
	status := p.command.ProcessState.Sys().(syscall.WaitStatus)
	code := status.ExitStatus()
	if status.Signaled() {
		code = -int(status.Signal())
	}
	return ending{code, p.output(), p.errors()}
}

func (p *process) isOver() bool {
	select {
	case <-p.over:
		return true
	default:
		return false
	}
}

// kill removes the processes of a failed test.
func (p *process) kill() {
	if p.isOver() {
		return
	}
	for _, descendant := range append(descendantsOf(p.pid()), p.pid()) {
		_ = syscall.Kill(descendant, syscall.SIGKILL)
	}
	<-p.over
}

func (p *process) send(number syscall.Signal) {
	p.t.Helper()
	if err := p.command.Process.Signal(number); err != nil {
		p.t.Fatalf("signal %d: %v", number, err)
	}
}

// stop suspends the process until SIGCONT.
func (p *process) stop() {
	p.t.Helper()
	p.send(syscall.SIGSTOP)
	p.await("it is stopped", func() bool {
		r, err := readRelative(fmt.Sprintf("/proc/%d/stat", p.pid()))
		return err == nil && r.state == "T"
	})
}

func (p *process) output() string { return readFile(p.t, p.stdout) }
func (p *process) errors() string { return readFile(p.t, p.stderr) }

// awaitOutput waits until the process prints this line.
func (p *process) awaitOutput(line string) {
	p.t.Helper()
	p.await("it prints "+line, func() bool { return strings.Contains("\n"+p.output(), "\n"+line+"\n") })
}

// await waits until the condition about the process is true.
func (p *process) await(what string, is func() bool) {
	p.t.Helper()
	for begin := time.Now(); !is(); time.Sleep(time.Millisecond) {
		if p.isOver() && !is() {
			p.t.Fatalf("it ended before this: %s\n%s%s", what, p.output(), p.errors())
		}
		if time.Since(begin) > patience {
			p.t.Fatalf("this never came: %s\n%s%s", what, p.output(), p.errors())
		}
	}
}

// awaitWatch waits until the process watches directories.
func (p *process) awaitWatch() {
	p.t.Helper()
	p.await("it watches", p.isWatching)
}

func (p *process) isWatching() bool {
	for _, target := range descriptorsOf(p.pid()) {
		if strings.Contains(target, "inotify") {
			return true
		}
	}
	return false
}

// awaitPlaceOf waits until the process has reserved the mark's file. From then on, the process handles signals.
func (p *process) awaitPlaceOf(mark string) {
	p.t.Helper()
	p.await("it takes the place of its mark", func() bool { return exists(unfinishedOf(mark)) })
}

func await(t *testing.T, what string, is func() bool) {
	t.Helper()
	for begin := time.Now(); !is(); time.Sleep(time.Millisecond) {
		if time.Since(begin) > patience {
			t.Fatalf("this never came: %s", what)
		}
	}
}

// descriptorsOf returns the targets of a process's file descriptors.
func descriptorsOf(pid int) []string {
	var targets []string
	links, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, link := range links {
		if target, err := os.Readlink(link); err == nil {
			targets = append(targets, target)
		}
	}
	return targets
}

// relative is an entry of the process table.
type relative struct {
	pid, parent int
	state       string
}

func processTable() []relative {
	var table []relative
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		if r, err := readRelative(file); err == nil {
			table = append(table, r)
		}
	}
	return table
}

func readRelative(file string) (relative, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return relative{}, err
	}
	// The program's name is between parentheses and can contain any character.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 2 {
		return relative{}, errors.New("no line of a process")
	}
	pid, err := strconv.Atoi(strings.Split(file, "/")[2])
	if err != nil {
		return relative{}, err
	}
	parent, err := strconv.Atoi(fields[1])
	return relative{pid, parent, fields[0]}, err
}

func childrenOf(pid int) []relative {
	var children []relative
	for _, r := range processTable() {
		if r.parent == pid {
			children = append(children, r)
		}
	}
	return children
}

func descendantsOf(pid int) []int {
	var descendants []int
	for _, child := range childrenOf(pid) {
		descendants = append(append(descendants, descendantsOf(child.pid)...), child.pid)
	}
	return descendants
}

// isAlive returns true if a process runs and is not a zombie.
func isAlive(pid int) bool {
	r, err := readRelative(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && r.state != "Z" && r.state != "X"
}
