package main_test

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

func TestMessageNamesACommandThatCannotStart(t *testing.T) {
	t.Parallel()
	const notFound, notExecutable = 127, 126
	folder := t.TempDir()
	bin, secondBin := makeFolder(t, folder+"/bin"), makeFolder(t, folder+"/second")
	makeFolder(t, bin+"/folder")
	writeFile(t, folder+"/plain", "#!/bin/sh\n")
	writeFile(t, bin+"/plain", "#!/bin/sh\n")
	writeFile(t, bin+"/both", "#!/bin/sh\n")
	writeScript(t, secondBin+"/both", "#!/bin/sh\n")
	writeScript(t, folder+"/noInterpreter", "#!/nowhere/interpreter\n")
	writeScript(t, bin+"/noInterpreter", "#!/nowhere/interpreter\n")
	writeScript(t, folder+"/text", "echo no shebang\n")
	writeScript(t, folder+"/empty", "")
	writeScript(t, folder+"/binary", "\x7fELF\x00\x00\x00\x00 broken")
	must(t, os.Symlink("nowhere", folder+"/dangling"))
	must(t, os.Symlink("loop", folder+"/loop"))
	writeScript(t, folder+"/here", "#!/bin/sh\n")

	const paths = "PATH=@/bin:@/second"
	for _, tt := range []struct {
		name, command, env string
		code               int
		sentence           string
	}{
		{"no such file", "@/missing", paths, notFound, "@/missing was not found"},
		{"no such file from here", "./missing", paths, notFound, "./missing was not found"},
		{"no such directory", "@/missing/command", paths, notFound, "@/missing/command was not found"},
		{"a dangling link", "@/dangling", paths, notFound, "@/dangling was not found"},
		{"not in PATH", "missing", paths, notFound, "missing was not found in PATH (@/bin:@/second)"},
		{"not in an empty PATH", "missing", "PATH=", notFound, "missing was not found in PATH ()"},
		{"not without PATH", "missing", "NO_PATH=", notFound, "missing was not found in PATH (/bin:/usr/bin)"},
		{"here, but not without PATH", "here", "NO_PATH=", notFound, "here was not found in PATH (/bin:/usr/bin)"},
		{"a directory in PATH", "folder", paths, notFound, "folder was not found in PATH"},
		{"no interpreter", "@/noInterpreter", paths, notFound, "@/noInterpreter cannot be executed: its interpreter or loader was not found"},
		{"no interpreter in PATH", "noInterpreter", paths, notFound, "@/bin/noInterpreter cannot be executed: its interpreter"},
		{"not executable", "@/plain", paths, notExecutable, "@/plain cannot be executed: permission denied"},
		{"not executable in PATH", "plain", paths, notExecutable, "@/bin/plain cannot be executed: permission denied"},
		{"a directory", "@/bin", paths, notExecutable, "@/bin cannot be executed: permission denied"},
		{"a directory by its slash", "@/bin/", paths, notExecutable, "@/bin/ cannot be executed: permission denied"},
		{"beside a file", "@/plain/command", paths, notExecutable, "@/plain/command cannot be executed: not a directory"},
		{"links in a circle", "@/loop", paths, notExecutable, "@/loop cannot be executed: too many levels of symbolic links"},
		{"text without shebang", "@/text", paths, notExecutable, "@/text cannot be executed: exec format error"},
		{"an empty file", "@/empty", paths, notExecutable, "@/empty cannot be executed: exec format error"},
		{"a broken program", "@/binary", paths, notExecutable, "@/binary cannot be executed: "},
		{"a name that is too long", "@/" + strings.Repeat("n", 256), paths, notExecutable, "cannot be executed: file name too long"},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			here := func(text string) string { return strings.ReplaceAll(text, "@", folder) }
			out := t.TempDir()
			words := []string{"run", "--post_file=" + out + "/mark", "--termination_path=" + out + "/message", "--", here(tt.command)}
			e := begin(t, launch{words: words, env: []string{here(tt.env)}, folder: folder}).end()
			e.expectFailure(t, tt.code, here(tt.sentence), out+"/message")
			if m := expectFailureMark(t, out+"/mark", "Error", tt.code); m.isStarted {
				t.Error("the mark says that it was started")
			}
		})
	}
}

func TestCommandIsFoundInPATH(t *testing.T) {
	t.Parallel()
	folder := openFolder(t)
	for _, name := range []string{"one", "two", "three"} {
		makeFolder(t, folder+"/"+name)
	}
	writeScript(t, folder+"/here", "#!/bin/sh\necho here\n")
	writeFile(t, folder+"/one/here", "#!/bin/sh\necho not executable\n")
	makeFolder(t, folder+"/one/both")
	writeScript(t, folder+"/two/both", "#!/bin/sh\necho two\n")
	writeScript(t, folder+"/three/both", "#!/bin/sh\necho three\n")
	for _, tt := range []struct{ name, command, env, says string }{
		{"the first of two", "both", "PATH=@/one:@/two:@/three", "two"},
		{"the first of two the other way round", "both", "PATH=@/three:@/two", "three"},
		{"in the working directory, where a part of PATH is empty", "here", "PATH=@/one:", "here"},
		{"in the working directory, where the first part is empty", "here", "PATH=:@/one", "here"},
		{"in the working directory, where PATH is empty", "here", "PATH=", "here"},
		{"in a directory from here", "both", "PATH=nowhere:two", "two"},
		{"in the usual places, where there is no PATH", "echo", "A=", ""},
		{"not at all, with a slash", "./here", "PATH=/nowhere", "here"},
		{"not at all, with a slash within", "two/both", "PATH=@/three", "two"},
	} {
		tt := tt
		t.Run(strings.ReplaceAll(tt.name, ",", ""), func(t *testing.T) {
			t.Parallel()
			env := []string{strings.ReplaceAll(tt.env, "@", folder)}
			e := begin(t, launch{words: []string{"--", tt.command}, env: env, folder: folder}).end()
			if e.expectCode(t, 0); strings.TrimSpace(e.stdout) != tt.says {
				t.Errorf("it says %q", e.stdout)
			}
		})
	}
}

func TestCommandInPATHIsExecutableByThisUser(t *testing.T) {
	t.Parallel()
	attributes := asSomebodyElse()
	if attributes == nil {
		t.Skip("nothing can be run as another user here")
	}
	folder := openFolder(t)
	makeFolder(t, folder+"/root")
	makeFolder(t, folder+"/all")
	writeScript(t, folder+"/root/command", "#!/bin/sh\necho root\n")
	must(t, os.Chmod(folder+"/root/command", 0o700))
	writeScript(t, folder+"/all/command", "#!/bin/sh\necho all\n")
	run := func(path string) ending {
		return begin(t, launch{words: []string{"--", "command"}, env: []string{"PATH=" + path}, attributes: attributes}).end()
	}
	if e := run(folder + "/root:" + folder + "/all"); e.code != 0 || e.stdout != "all\n" {
		t.Errorf("it ended with %d and says %q, %q", e.code, e.stdout, e.stderr)
	}
	run(folder+"/root").expectFailure(t, 126, folder+"/root/command cannot be executed: permission denied", "")
}

func TestMissingWorkingDirectoryIsAFailure(t *testing.T) {
	t.Parallel()
	gone, folder := t.TempDir()+"/gone", t.TempDir()
	makeFolder(t, gone)
	p := begin(t, launch{folder: gone, words: []string{"run", "--wait_file=" + folder + "/x", "--post_file=" + folder + "/mark",
		"--termination_path=" + folder + "/message", "--", "touch", folder + "/ran"}})
	p.awaitPlaceOf(folder + "/mark")
	must(t, os.Remove(gone))
	writeFile(t, folder+"/x", "")
	p.end().expectFailure(t, 125, "the working directory is gone", folder+"/message")
	expectFailureMark(t, folder+"/mark", "Error", 125)
	if exists(folder + "/ran") {
		t.Error("the command ran")
	}
}

// The waiter itself starts with all of these arguments. The limit must therefore be lower when the waiter starts
// its command.
func TestTooLongArgumentsAreAFailure(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	words := []string{"run", "--wait_file=" + folder + "/x", "--post_file=" + folder + "/mark",
		"--termination_path=" + folder + "/message", "--", "true"}
	for i := 0; i < 4; i++ {
		words = append(words, strings.Repeat("x", 100_000))
	}
	p := waiting(t, words...)
	p.awaitPlaceOf(folder + "/mark")
	limit := syscall.Rlimit{Cur: 512 * 1024, Max: 512 * 1024}
	const stack = 3
	_, _, problem := syscall.Syscall6(syscall.SYS_PRLIMIT64, uintptr(p.pid()), stack, uintptr(unsafe.Pointer(&limit)), 0, 0, 0)
	if problem != 0 {
		t.Skip("another process's limits cannot be changed here: ", problem)
	}
	writeFile(t, folder+"/x", "")
	path, err := exec.LookPath("true")
	must(t, err)
	p.end().expectFailure(t, 126, path+" cannot be executed: argument list too long", folder+"/message")
	expectFailureMark(t, folder+"/mark", "Error", 126)
}
