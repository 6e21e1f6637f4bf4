package main_test

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// forge is the start of a command that leaves a mark of success and says so, as a hostile buildpack can: the directory of
// its phase's mark is writable to it.
const forge = `touch "$0/done"; echo forged; read end; `

// beginForging begins a phase that forges its own mark, and ends with a code when the test closes the pipe.
func beginForging(t *testing.T, folder, code string, flags ...string) (*process, *os.File) {
	t.Helper()
	input, write, err := os.Pipe()
	must(t, err)
	t.Cleanup(func() { _, _ = input.Close(), write.Close() })
	words := append([]string{"run", "--post_file=" + folder + "/done"}, flags...)
	words = append(words, "--", "sh", "-c", forge+"exit "+code, folder)
	p := begin(t, launch{words: words, input: input, attributes: asFirst(t)})
	p.awaitOutput("forged")
	return p, write
}

func TestForgedMarkStartsNoCommand(t *testing.T) {
	t.Parallel()
	t.Run("but a waiter without locks believes it", func(t *testing.T) {
		t.Parallel()
		folder, other := t.TempDir(), t.TempDir()
		p, write := beginForging(t, folder, "0")
		waiter(t, "run", "--wait_file="+folder+"/done", "--post_file="+other+"/next", "--", "true").expectCode(t, 0)
		must(t, write.Close())
		p.end().expectCode(t, 0)
		if !readMark(t, other+"/next").startedAt.Before(readMark(t, folder+"/done").finishedAt) {
			t.Error("the attack has failed, so it proves nothing of the lock")
		}
	})
	for _, tt := range []struct {
		code  string
		isRun bool
	}{{"0", true}, {"3", false}} {
		tt := tt
		t.Run("before a phase that ends with "+tt.code, func(t *testing.T) {
			t.Parallel()
			folder, other := t.TempDir(), t.TempDir()
			p, write := beginForging(t, folder, tt.code, "--lock="+folder)
			next := beginAsFirst(t, "run", "--lock="+other, "--wait_lock", "--wait_file="+folder+"/done", "--post_file="+other+"/next",
				"--", "touch", other+"/ran")
			next.awaitWatch()
			waiter(t, "run", "--wait_lock", "--wait_file="+folder+"/done", "--wait_timeout=50ms", "--", "true").
				expectFailure(t, 122, "stayed in a locked directory", "")
			must(t, write.Close())
			_ = p.end()
			if !tt.isRun {
				next.end().expectFailure(t, 121, "skipped: what it waited for has failed", "")
				expectFailureMark(t, other+"/next", "Skipped", 121)
				return
			}
			next.end().expectCode(t, 0)
			if readMark(t, other+"/next").startedAt.Before(expectMark(t, folder+"/done", "Completed", 0).finishedAt) {
				t.Error("the command ran beside its predecessor")
			}
		})
	}
}

func TestForgedMarkDoesNotKeepSignalsAndTimeoutsAway(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, _ = beginForging(t, folder, "0", "--lock="+folder)
	p := waiting(t, "run", "--wait_lock", "--wait_file="+folder+"/done", "--", "true")
	p.awaitWatch()
	p.send(syscall.SIGTERM)
	p.end().expectFailure(t, 143, "ended by signal 15 while it waited", "")
}

func TestLockIsSeenThroughAReadOnlyMount(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	disk, readOnly, other := mount(t, 0, ""), t.TempDir(), t.TempDir()
	must(t, syscall.Mount(disk, readOnly, "", syscall.MS_BIND, ""))
	t.Cleanup(func() { _ = syscall.Unmount(readOnly, syscall.MNT_DETACH) })
	must(t, syscall.Mount("", readOnly, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	if err := os.WriteFile(readOnly+"/x", nil, 0o644); err == nil {
		t.Fatal("the mount is writable")
	}
	p, write := beginForging(t, disk, "0", "--lock="+disk)
	next := waiting(t, "run", "--wait_lock", "--wait_file="+readOnly+"/done", "--post_file="+other+"/next", "--", "true")
	next.awaitWatch()
	must(t, write.Close())
	p.end().expectCode(t, 0)
	next.end().expectCode(t, 0)
	if readMark(t, other+"/next").startedAt.Before(readMark(t, disk+"/done").finishedAt) {
		t.Error("the command ran beside its predecessor")
	}
}

func TestDirectoryIsLockedBeforeTheWait(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := beginAsFirst(t, "run", "--lock="+folder, "--wait_file="+folder+"/x", "--", "true")
	p.awaitWatch()
	beginAsFirst(t, "run", "--lock="+folder, "--", "true").end().
		expectFailure(t, 125, folder+" is locked by another process", "")
	writeFile(t, folder+"/x", "")
	p.end().expectCode(t, 0)
	beginAsFirst(t, "run", "--lock="+folder, "--", "true").end().expectCode(t, 0)
}

func TestDirectoryThatCannotBeLockedIsAFailure(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeFile(t, folder+"/file", "")
	for path, sentence := range map[string]string{"/missing": "no such file or directory", "/file": "not a directory"} {
		beginAsFirst(t, "run", "--lock="+folder+path, "--post_file="+folder+"/mark", "--", "true").end().
			expectFailure(t, 125, "cannot lock "+folder+path+": "+sentence, "")
		expectFailureMark(t, folder+"/mark", "Error", 125)
		must(t, os.Remove(folder+"/mark.err"))
	}
}

// The waiter runs two generations below process 1, as in a Pod that shares its process namespace. Never run it with --lock in
// the namespace of the tests: if the check fails, it kills all other processes.
func TestLockNeedsAProcessNamespace(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const script = `sh -c '"$@"; exit $?' sh "$@"; exit $?`
	words := []string{"-c", script, "sh", program(t), "run", "--lock=" + folder, "--post_file=" + folder + "/mark",
		"--termination_path=" + folder + "/message", "--", "touch", folder + "/ran"}
	begin(t, launch{path: "/bin/sh", words: words, attributes: asFirst(t)}).end().
		expectFailure(t, 125, "Remove shareProcessNamespace and hostPID from the Pod", folder+"/message")
	expectFailureMark(t, folder+"/mark", "Error", 125)
	if exists(folder + "/ran") {
		t.Error("the command ran")
	}
}

// The shell is process 1, as Tekton's entrypoint is, so that it can look after the waiter has ended.
func TestMarkComesAfterTheEndOfAllOtherProcesses(t *testing.T) {
	t.Parallel()
	const escape = `for i in 1 2 3; do (setsid sh -c 'trap "" TERM HUP; while :; do sleep 60 & wait; done' &); done; exit 4`
	const script = `"$@"; echo "ended with $?"; kill -0 -1 2>/dev/null && echo "others run"; echo over`
	run := func(flags ...string) string {
		folder := t.TempDir()
		words := append([]string{"-c", script, "sh", program(t), "run", "--post_file=" + folder + "/mark"}, flags...)
		words = append(words, "--", "sh", "-c", escape)
		e := begin(t, launch{path: "/bin/sh", words: words, attributes: asFirst(t)}).end()
		expectFailureMark(t, folder+"/mark", "Error", 4)
		return e.stdout
	}
	if text := run(); text != "ended with 4\nothers run\nover\n" {
		t.Errorf("without the lock, it says %q", text)
	}
	if text := run("--lock=" + t.TempDir()); text != "ended with 4\nover\n" {
		t.Errorf("with the lock, it says %q", text)
	}
}

// pid_namespaces(7): signals from its own namespace reach process 1 only if it has a handler, and SIGKILL and SIGSTOP have none.
func TestCommandCannotEndProcessOne(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	e := beginAsFirst(t, "run", "--lock="+folder, "--post_file="+folder+"/mark", "--", "sh", "-c",
		"kill -STOP 1; kill -KILL 1; kill -KILL -1; echo still here").end()
	e.expectCode(t, 0)
	if e.stdout != "still here\n" {
		t.Errorf("it says %q", e.stdout)
	}
	expectMark(t, folder+"/mark", "Completed", 0)
}

func TestCommandCannotReadProcessOne(t *testing.T) {
	t.Parallel()
	user := asSomebodyElse()
	if user == nil {
		t.Skip("nothing can be run as another user here")
	}
	for _, tt := range []struct {
		name       string
		flag       string
		isReadable bool
	}{
		{"a waiter without a lock", "--wait_lock", true},
		{"a waiter with a lock", "--lock=.", false},
		{"a waiter with a token", "--token=token", false},
	} {
		folder := openFolder(t)
		writeFile(t, folder+"/token", token)
		must(t, os.Chown(folder+"/token", int(user.Credential.Uid), int(user.Credential.Gid)))
		attributes := asFirst(t)
		attributes.Credential = user.Credential
		p := begin(t, launch{words: []string{"run", tt.flag, "--wait_file=" + folder + "/x", "--", "true"}, folder: folder, attributes: attributes})
		p.awaitWatch()
		look := exec.Command("cat", "/proc/"+strconv.Itoa(p.pid())+"/environ")
		look.SysProcAttr = user
		if err := look.Run(); (err == nil) != tt.isReadable {
			t.Errorf("%s: another process of its user reads it: %v", tt.name, err)
		}
	}
}

func TestCommandDoesNotInheritTheLock(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	e := beginAsFirst(t, "run", "--lock="+folder, "--", "sh", "-c", "readlink /proc/self/fd/*; exit 0").end()
	e.expectCode(t, 0)
	if strings.Contains(e.stdout, folder+"\n") {
		t.Errorf("it has %q", e.stdout)
	}
}

func TestLockedChainRunsInOrder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const length = 8
	var chain []*process
	for i := length; i > 0; i-- {
		own := makeFolder(t, folder+"/"+strconv.Itoa(i))
		words := []string{"run", "--lock=" + own, "--post_file=" + own + "/done"}
		if i > 1 {
			words = append(words, "--wait_lock", "--wait_file="+folder+"/"+strconv.Itoa(i-1)+"/done")
		} else {
			words = append(words, "--wait_file="+folder+"/begin")
		}
		chain = append(chain, beginAsFirst(t, append(words, "--", "true")...))
	}
	appear(t, folder+"/begin", "")
	for _, p := range chain {
		p.end().expectCode(t, 0)
	}
	for i := 2; i <= length; i++ {
		before, m := readMark(t, folder+"/"+strconv.Itoa(i-1)+"/done"), readMark(t, folder+"/"+strconv.Itoa(i)+"/done")
		if m.startedAt.Before(before.finishedAt) {
			t.Errorf("%d began at %v, its predecessor finished at %v", i, m.startedAt, before.finishedAt)
		}
	}
}
