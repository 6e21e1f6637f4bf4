package main_test

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestTerminationMessageOfTheCommandTakesPrecedence(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		before string
		words  []string
		says   string
	}{
		{"nothing after success", "", []string{"--", "true"}, ""},
		{"nothing after the command's own failure", "", []string{"--", "false"}, ""},
		{"nothing after a failure that is none", "", []string{"--on_error=continue", "--", "false"}, ""},
		{"a sentence after a failure of the waiter's", "", []string{"--", "/nowhere"}, "/nowhere was not found"},
		{"what was there before", "older", []string{"--", "/nowhere"}, "older"},
		{"what the command has said", "", []string{"--timeout=300ms", "--", "sh", "-c", "printf last >message; sleep 60"}, "last"},
		{"what the command has said, on failure", "", []string{"--", "sh", "-c", "printf last >message; exit 3"}, "last"},
	} {
		tt := tt
		t.Run(strings.ReplaceAll(tt.name, ",", ""), func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			writeFile(t, folder+"/message", tt.before)
			begin(t, launch{words: append([]string{"--termination_path=message"}, tt.words...), folder: folder}).end()
			if text := readFile(t, folder+"/message"); text != tt.says {
				t.Errorf("it is %q", text)
			}
		})
	}
}

func TestTerminationMessageIsWrittenIfItsPathIsWritable(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	fail := func(path string) {
		waiter(t, "--termination_path="+path, "--", "/nowhere").expectFailure(t, 127, "/nowhere was", "")
	}
	fail(folder + "/new")
	if text := readFile(t, folder+"/new"); text != "/nowhere was not found" {
		t.Errorf("a new one is %q", text)
	}
	fail(folder + "/missing/message")
	fail(folder)
	fail("/dev/full")
	must(t, os.Symlink("target", folder+"/link"))
	writeFile(t, folder+"/target", "")
	fail(folder + "/link")
	if text := readFile(t, folder+"/target"); text != "/nowhere was not found" {
		t.Errorf("what a link leads to is %q", text)
	}
}

func TestDefaultTerminationMessageFileIsNotCreated(t *testing.T) {
	t.Parallel()
	const path = "/dev/termination-log"
	if exists(path) {
		t.Skip(path, " is there already")
	}
	waiter(t, "--", "/nowhere").expectFailure(t, 127, "/nowhere was not found", "")
	if exists(path) {
		t.Error("there is one now")
	}
}

func TestDefaultTerminationMessageIsWrittenIfItsFileExists(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	// The test uses a bind mount, so that no file in /dev is changed.
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
