package main_test

import (
	"os"
	"strconv"
	"syscall"
	"testing"
)

// fill is the shell command that fills a disk.
const fill = "cat /dev/zero >fill 2>/dev/null"

func TestCommandDoesNotRunOnAFullDisk(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	disk, folder := mount(t, 0, "size=64k"), t.TempDir()
	_ = begin(t, launch{path: "/bin/sh", words: []string{"-c", fill}, folder: disk}).end()
	e := waiter(t, "run", "--post_file="+disk+"/mark", "--termination_path="+folder+"/message", "--", "touch", folder+"/ran")
	e.expectFailure(t, 125, "the mark "+disk+"/mark cannot be written: no space left on device", folder+"/message")
	if exists(folder+"/ran") || namesIn(t, disk) != "fill" {
		t.Errorf("the command ran, or there is more than what fills the disk: %s", namesIn(t, disk))
	}
}

func TestCommandDoesNotRunOnADiskWithoutFreeInodes(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	disk := mount(t, 0, "nr_inodes=2")
	writeFile(t, disk+"/last", "")
	waiter(t, "run", "--post_file="+disk+"/mark", "--", "true").expectFailure(t, 125, "no space left on device", "")
}

func TestMarkIsWrittenToADiskThatTheCommandFills(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	for _, code := range []int{0, 3} {
		disk := mount(t, 0, "size=64k,nr_inodes=8")
		inodes := "; for i in 1 2 3 4 5 6 7 8 9; do touch more$i 2>/dev/null; done"
		words := []string{"run", "--post_file=" + disk + "/mark", "--", "sh", "-c", fill + inodes + "; exit " + strconv.Itoa(code)}
		begin(t, launch{words: words, folder: disk}).end().expectCode(t, code)
		if err := os.WriteFile(disk+"/other", []byte("x"), 0o644); err == nil {
			t.Error("the disk is not full")
		}
		if code == 0 {
			expectMark(t, disk+"/mark", "Completed", 0)
		} else {
			expectFailureMark(t, disk+"/mark", "Error", code)
		}
	}
}

// The command has removed the file whose space was reserved, so the waiter can create no other one.
func TestForgedMarkOnAFullDiskBecomesTheMarkOfTheFailure(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	inodes := "; for i in 1 2 3 4 5 6 7 8 9; do touch more$i 2>/dev/null; done"
	for _, leave := range []string{"echo >done", "mkdir done", "ln -s nowhere done"} {
		disk := mount(t, 0, "size=64k,nr_inodes=8")
		script := "rm .done.unfinished; " + leave + "; " + fill + inodes + "; touch other 2>/dev/null && exit 7; exit 51"
		words := []string{"run", "--lock=" + disk, "--post_file=" + disk + "/done", "--", "sh", "-c", script}
		begin(t, launch{words: words, folder: disk, attributes: asFirst(t)}).end().expectCode(t, 51)
		if exists(disk + "/done") {
			t.Error("there is a mark of success as well")
		}
		waiter(t, "run", "--wait_lock", "--wait_file="+disk+"/done", "--wait_timeout=10s", "--", "true").
			expectFailure(t, 121, "skipped: what it waited for has failed", "")
	}
}

func TestCommandDoesNotRunIfTheMarkDirectoryIsReadOnly(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	disk, folder := mount(t, syscall.MS_RDONLY, ""), t.TempDir()
	e := waiter(t, "run", "--post_file="+disk+"/mark", "--termination_path="+folder+"/message", "--", "touch", folder+"/ran")
	e.expectFailure(t, 125, "the mark "+disk+"/mark cannot be written: read-only file system", folder+"/message")
	if exists(folder + "/ran") {
		t.Error("the command ran")
	}
}

func TestRunFailsIfTheCommandMakesTheMarkDirectoryReadOnly(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	disk := mount(t, 0, "")
	folder := t.TempDir()
	p := waiting(t, "run", "--post_file="+disk+"/mark", "--termination_path="+folder+"/message", "--", "sh", "-c",
		"echo ready; while ! test -e "+folder+"/go; do sleep 0.02; done")
	p.awaitOutput("ready")
	must(t, syscall.Mount(disk, disk, "", syscall.MS_BIND, ""))
	must(t, syscall.Mount("", disk, "", syscall.MS_REMOUNT|syscall.MS_BIND|syscall.MS_RDONLY, ""))
	t.Cleanup(func() { _ = syscall.Unmount(disk, syscall.MNT_DETACH) })
	writeFile(t, folder+"/go", "")
	p.end().expectFailure(t, 125, "read-only file system", folder+"/message")
}
