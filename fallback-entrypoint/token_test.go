package main_test

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

var token = strings.Repeat("0123456789abcdef", 4)

// tokens are the files of a phase that runs buildpacks: its token, and the copy that only the next phase has.
type tokens struct{ file, copied string }

func newTokens(t *testing.T) tokens {
	t.Helper()
	folder, other := openFolder(t), openFolder(t)
	written := tokens{folder + "/token", other + "/copy"}
	writeFile(t, written.file, token)
	writeFile(t, written.copied, token)
	return written
}

// next runs the phase after a phase with a token.
func (written tokens) next(t *testing.T) ending {
	t.Helper()
	return waiter(t, "run", "--returned="+written.file+","+written.copied, "--", "echo", "ran")
}

func (written tokens) expectRefusal(t *testing.T) {
	t.Helper()
	e := written.next(t)
	if e.expectFailure(t, 123, "one of its processes, or a layer that it extracted, has forged the end of the phase ("+written.file+" has no valid token)", ""); e.stdout != "" {
		t.Errorf("the command ran: %q", e.stdout)
	}
}

func TestNextPhaseRunsOnlyAfterAPhaseWithAToken(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, script string
		code         int
		isRun        bool
	}{
		{"that succeeds", "read end; exit 0", 0, true},
		{"that fails", "read end; exit 3", 3, false},
		{"that writes a token of its own and fails", `read end; printf %064d 7 >"$0"; exit 3`, 3, false},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			written := newTokens(t)
			input, write, err := os.Pipe()
			must(t, err)
			t.Cleanup(func() { _, _ = input.Close(), write.Close() })
			words := []string{"run", "--token=" + written.file, "--", "sh", "-c", "echo begins; " + tt.script, written.file}
			p := begin(t, launch{words: words, input: input, attributes: asFirst(t)})
			p.awaitOutput("begins")
			if text := readFile(t, written.file); text != strings.Repeat("\x00", len(token)) {
				t.Errorf("while the command runs, there is %q", text)
			}
			written.expectRefusal(t)
			must(t, write.Close())
			p.end().expectCode(t, tt.code)
			if !tt.isRun {
				written.expectRefusal(t)
				return
			}
			if e := written.next(t); e.code != 0 || e.stdout != "ran\n" {
				t.Errorf("the next phase ended with %d and says %q", e.code, e.stderr)
			}
		})
	}
}

// The shell is process 1, as Tekton's entrypoint is. The command ends the waiter and goes on.
func TestNextPhaseDoesNotRunAfterTheEndOfAKilledWaiter(t *testing.T) {
	t.Parallel()
	written := newTokens(t)
	const attack = `kill -KILL $PPID; setsid sh -c 'echo goes on; read end' &`
	words := []string{"-c", `"$@"; echo "ended with $?"; read end`, "sh", program(t), "run", "--token=" + written.file, "--", "sh", "-c", attack}
	input, write, err := os.Pipe()
	must(t, err)
	t.Cleanup(func() { _, _ = input.Close(), write.Close() })
	p := begin(t, launch{path: "/bin/sh", words: words, input: input, attributes: asFirst(t)})
	p.awaitOutput("ended with 137")
	p.awaitOutput("goes on")
	written.expectRefusal(t)
	must(t, write.Close())
	_ = p.end()
	written.expectRefusal(t)
}

// A phase between two others proves its own end too. If the phase before it still runs, the token of the phase stays away.
func TestPhaseThatStartsTooEarlyDoesNotGiveItsOwnTokenBack(t *testing.T) {
	t.Parallel()
	for _, isEarly := range []bool{true, false} {
		first, second := newTokens(t), newTokens(t)
		if isEarly {
			writeFile(t, first.file, strings.Repeat("\x00", 64))
		}
		ran := t.TempDir() + "/ran"
		e := beginAsFirst(t, "run", "--token="+second.file, "--returned="+first.file+","+first.copied, "--", "touch", ran).end()
		if exists(ran) == isEarly {
			t.Errorf("early: %v, the command ran: %v", isEarly, exists(ran))
		}
		if isEarly {
			if e.code != 123 {
				t.Errorf("it ended with %d", e.code)
			}
			second.expectRefusal(t)
			continue
		}
		e.expectCode(t, 0)
		second.next(t).expectCode(t, 0)
	}
}

func TestTokenComesBackAfterTheEndOfAllOtherProcesses(t *testing.T) {
	t.Parallel()
	written := newTokens(t)
	const escape = `for i in 1 2 3; do (setsid sh -c 'trap "" TERM HUP; while :; do sleep 60 & wait; done' &); done; exit 0`
	const script = `"$@"; echo "ended with $?"; kill -0 -1 2>/dev/null && echo "others run"; echo over`
	words := []string{"-c", script, "sh", program(t), "run", "--token=" + written.file, "--", "sh", "-c", escape}
	if text := begin(t, launch{path: "/bin/sh", words: words, attributes: asFirst(t)}).end().stdout; text != "ended with 0\nover\n" {
		t.Errorf("it says %q", text)
	}
	written.next(t).expectCode(t, 0)
}

func TestFilesThatBuildpacksLeaveInPlaceOfATokenAreRefused(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(written tokens) error{
		"another token":      func(written tokens) error { return os.WriteFile(written.file, []byte(strings.Repeat("x", 64)), 0o600) },
		"a part of it":       func(written tokens) error { return os.WriteFile(written.file, []byte(token[:63]), 0o600) },
		"an empty file":      func(written tokens) error { return os.WriteFile(written.file, nil, 0o600) },
		"a link to the copy": func(written tokens) error { return os.Symlink(written.copied, written.file) },
		"a pipe":             func(written tokens) error { return syscall.Mkfifo(written.file, 0o600) },
		"a directory":        func(written tokens) error { return os.Mkdir(written.file, 0o700) },
		"nothing":            func(tokens) error { return nil },
	} {
		leave := leave
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			written := newTokens(t)
			written.next(t).expectCode(t, 0)
			must(t, os.Remove(written.file))
			must(t, leave(written))
			written.expectRefusal(t)
		})
	}
}

// Otherwise a command that never had the token would seem to have ended.
func TestTokenThatCannotBeTakenIsAFailure(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		content  string
		sentence string
	}{
		"taken before": {strings.Repeat("\x00", 64), "the file contains no token, so this phase has started before"},
		"empty":        {"", "the file contains no token"},
		"missing":      {"", "no such file or directory"},
	} {
		name, tt := name, tt
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			writeFile(t, folder+"/token", tt.content)
			if name == "missing" {
				must(t, os.Remove(folder+"/token"))
			}
			beginAsFirst(t, "run", "--token="+folder+"/token", "--", "touch", folder+"/ran").end().
				expectFailure(t, 125, "cannot take the token "+folder+"/token: "+tt.sentence, "")
			if exists(folder + "/ran") {
				t.Error("the command ran")
			}
		})
	}
}

func TestMissingCopyIsAFailureOfTheWaiter(t *testing.T) {
	t.Parallel()
	written := newTokens(t)
	writeFile(t, written.copied, strings.Repeat("\x00", 64))
	writeFile(t, written.file, strings.Repeat("\x00", 64))
	written.next(t).expectFailure(t, 125, "contains no token", "")
	must(t, os.Remove(written.copied))
	written.next(t).expectFailure(t, 125, "cannot read the token "+written.copied+": no such file or directory", "")
}

func TestTokenComesBackOnADiskThatTheCommandFills(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	disk, written := mount(t, 0, "size=64k"), newTokens(t)
	written.file = disk + "/token"
	writeFile(t, written.file, token)
	words := []string{"run", "--token=" + written.file, "--", "sh", "-c", fill + "; exit 0"}
	begin(t, launch{words: words, folder: disk, attributes: asFirst(t)}).end().expectCode(t, 0)
	written.next(t).expectCode(t, 0)
}

// Tekton's entrypoint shows this file of every step, and follows links.
func TestFileToRemoveIsGoneBeforeTheTokenComesBack(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, script string
		code         int
	}{
		{"a link", `ln -s /etc/passwd "$0"`, 0},
		{"a pipe", `mkfifo "$0"`, 0},
		{"nothing", `:`, 0},
		{"a link that a process puts back again and again", `(setsid sh -c 'while :; do ln -sf /etc/passwd "$0"; done' "$0" &); ` +
			`until [ -L "$0" ]; do :; done`, 0},
		{"a link of a command that fails", `ln -s /etc/passwd "$0"; exit 3`, 3},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			written, file := newTokens(t), openFolder(t)+"/provenance.json"
			beginAsFirst(t, "run", "--token="+written.file, "--remove="+file, "--", "sh", "-c", tt.script, file).end().expectCode(t, tt.code)
			if _, err := os.Lstat(file); !os.IsNotExist(err) {
				t.Error("the file is still there")
			}
			if tt.code == 0 {
				written.next(t).expectCode(t, 0)
			}
		})
	}
}

// A phase that runs no buildpack has no token. The layers that it extracts can contain links.
func TestFilesToRemoveAreGoneWithoutAToken(t *testing.T) {
	t.Parallel()
	for _, code := range []int{0, 3} {
		folder := openFolder(t)
		one, other, directory := folder+"/one", folder+"/other", folder+"/directory"
		script := `ln -s /etc/passwd "$0"; ln -s /etc/passwd "$1"; mkdir "$2"; exit ` + string(rune('0'+code))
		words := []string{"run", "--remove=" + one, "--remove=" + directory, "--remove=" + other, "--remove=" + folder + "/missing", "--",
			"sh", "-c", script, one, other, directory}
		waiter(t, words...).expectCode(t, code)
		for _, file := range []string{one, other} {
			if _, err := os.Lstat(file); !os.IsNotExist(err) {
				t.Errorf("%s is still there", file)
			}
		}
	}
}

func TestTokenDoesNotComeBackIfAFileCannotBeRemoved(t *testing.T) {
	t.Parallel()
	written := newTokens(t)
	path := "/proc/1/comm"
	beginAsFirst(t, "run", "--token="+written.file, "--remove="+path, "--", "true").end().expectFailure(t, 125, "cannot remove "+path, "")
	written.expectRefusal(t)
}

// Tekton's entrypoint, which is process 1, resolves /proc/self to itself, and the waiter to the waiter.
func TestDirectoryOfARemovedPathThatTheCommandReplacesIsAFailure(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"by a link that leads process 1 elsewhere": `rmdir artifacts; ln -s /proc/self/task/1/root/tmp artifacts`,
		"by a link":            `mkdir other; rmdir artifacts; ln -s other artifacts`,
		"by another directory": `mkdir other; rmdir artifacts; mv other artifacts`,
		"above it":             `mkdir -p new/artifacts; cd ..; mv here old; mv old/new here`,
		"behind a link":        `ln -sfn /tmp link`,
		"by nothing":           `rmdir artifacts`,
		"in place":             `touch artifacts/provenance.json`,
	} {
		name, script := name, script
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			must(t, os.MkdirAll(folder+"/here/artifacts", 0o755))
			must(t, os.MkdirAll(folder+"/real/artifacts", 0o755))
			must(t, os.Symlink("../real", folder+"/here/link"))
			writeFile(t, folder+"/token", token)
			writeFile(t, folder+"/message", "")
			e := beginAsFirst(t, "run", "--token="+folder+"/token", "--remove="+folder+"/here/artifacts/provenance.json",
				"--remove="+folder+"/here/link/artifacts/x", "--own_message", "--termination_path="+folder+"/message",
				"--", "sh", "-c", "cd "+folder+"/here; "+script).end()
			if name == "in place" {
				e.expectCode(t, 0)
				return
			}
			if e.code != 119 || !strings.Contains(e.stderr, "the command has replaced a directory of "+folder+"/here/") {
				t.Errorf("it ended with %d: %s", e.code, e.stderr)
			}
			if returned := readFile(t, folder+"/token"); returned == token {
				t.Error("the token is back")
			}
			if message := readFile(t, folder+"/message"); len(message) != 4096 {
				t.Errorf("the message has %d bytes", len(message))
			}
		})
	}
}
