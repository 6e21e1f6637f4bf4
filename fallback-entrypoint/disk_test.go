package main_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

const insideVariable = "TASKPACK_TEST_INSIDE"

// isInside says whether the test runs with mounts of its own. If it does not, it is run again with such, and its outcome
// is the test's.
func isInside(t *testing.T) bool {
	t.Helper()
	if os.Getenv(insideVariable) == t.Name() {
		if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
			t.Skip("mounts cannot be made here: ", err)
		}
		return true
	}
	command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	command.Env = append(os.Environ(), insideVariable+"="+t.Name(), programVariable+"="+program(t))
	command.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Getuid() != 0 {
		command.SysProcAttr = newUserNamespace(t, syscall.CLONE_NEWNS)
	}
	output, err := command.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit):
		t.Skip("no namespace of mounts can be made here: ", err)
	case err != nil:
		t.Fatalf("%s", output)
	case bytes.Contains(output, []byte("--- SKIP")):
		t.Skipf("%s", output)
	}
	return false
}

// mount makes a file system of memory at a new directory.
func mount(t *testing.T, flags uintptr, data string) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", flags, data); err != nil {
		t.Skip("nothing can be mounted here: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return folder
}

// fill is what a shell does to fill a disk.
const fill = "cat /dev/zero >fill 2>/dev/null"

func TestFullDiskKeepsTheCommandFromRunning(t *testing.T) {
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

func TestDiskWithoutRoomForAnotherFileKeepsTheCommandFromRunning(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	disk := mount(t, 0, "nr_inodes=2")
	writeFile(t, disk+"/last", "")
	waiter(t, "run", "--post_file="+disk+"/mark", "--", "true").expectFailure(t, 125, "no space left on device", "")
}

func TestMarkAppearsOnADiskThatTheCommandFills(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	for _, code := range []int{0, 3} {
		disk := mount(t, 0, "size=64k,nr_inodes=8")
		inodes := "; for i in 1 2 3 4 5 6 7 8 9; do touch more$i 2>/dev/null; done"
		words := []string{"run", "--post_file=" + disk + "/mark", "--", "sh", "-c", fill + inodes + "; exit " + itoa(code)}
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

func TestReadOnlyDirectoryKeepsTheCommandFromRunning(t *testing.T) {
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

func TestMarkOnADiskThatTheCommandMakesReadOnlyIsAFailure(t *testing.T) {
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

func TestCopyOntoADiskThatDoesNotTakeItLeavesNothing(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	small := mount(t, 0, "size=512k")
	waiter(t, "init", small).expectFailure(t, 125, "cannot copy itself to "+small+"/taskpack-entrypoint: no space left on device", "")
	if names := namesIn(t, small); names != "" {
		t.Errorf("there is %s", names)
	}
	readOnly := mount(t, syscall.MS_RDONLY, "")
	waiter(t, "init", readOnly).expectFailure(t, 125, "read-only file system", "")
}

func TestDirectoryMayBeMountedOverWhileItIsWatched(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	disk := mount(t, 0, "")
	p := waiting(t, "run", "--wait_file="+disk+"/x", "--", "true")
	p.awaitWatch()
	// The directory below has its place again.
	must(t, syscall.Unmount(disk, syscall.MNT_DETACH))
	writeFile(t, disk+"/x", "")
	p.end().expectCode(t, 0)
}

func TestDefaultTerminationMessage(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	// What is in /dev must stay there.
	null := t.TempDir() + "/null"
	writeFile(t, null, "")
	if err := syscall.Mount("/dev/null", null, "", syscall.MS_BIND, ""); err != nil {
		t.Skip("nothing can be mounted here: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(null, syscall.MNT_DETACH) })
	must(t, syscall.Mount("tmpfs", "/dev", "tmpfs", 0, ""))
	writeFile(t, "/dev/null", "")
	must(t, syscall.Mount(null, "/dev/null", "", syscall.MS_BIND, ""))
	const path = "/dev/termination-log"

	waiter(t, "run", "--", "/nowhere").expectFailure(t, 127, "/nowhere was not found", "")
	if exists(path) {
		t.Error("it was made")
	}
	writeFile(t, path, "")
	waiter(t, "run", "--", "true").expectCode(t, 0)
	if text := readFile(t, path); text != "" {
		t.Errorf("it is %q after success", text)
	}
	waiter(t, "run", "--termination_path=", "--", "/nowhere").expectFailure(t, 127, "/nowhere was not found", path)
	writeFile(t, path, "last words")
	waiter(t, "run", "--", "/nowhere").expectFailure(t, 127, "/nowhere was not found", "")
	if text := strings.TrimSpace(readFile(t, path)); text != "last words" {
		t.Errorf("it is %q", text)
	}
}
