package main_test

import (
	"fmt"
	"strings"
	"testing"
)

// Known bug: exit-code-lost.

func TestChainRunsInOrder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const length = 8
	var chain []*process
	for i := length; i > 0; i-- {
		chain = append(chain, waiting(t, "run", fmt.Sprintf("--wait_file=%s/%d", folder, i-1),
			fmt.Sprintf("--post_file=%s/%d", folder, i), "--", "sh", "-c", fmt.Sprintf("echo %d >>%s/order", i, folder)))
	}
	for _, p := range chain {
		p.awaitWatch()
	}
	if exists(folder + "/order") {
		t.Error("a command ran before its turn")
	}
	appear(t, folder+"/0", "")
	for _, p := range chain {
		p.end().expectCode(t, 0)
	}
	if order := readFile(t, folder+"/order"); order != "1\n2\n3\n4\n5\n6\n7\n8\n" {
		t.Errorf("the order was %q", order)
	}
	for i := 2; i <= length; i++ {
		before, m := readMark(t, fmt.Sprint(folder, "/", i-1)), readMark(t, fmt.Sprint(folder, "/", i))
		if m.startedAt.Before(before.finishedAt) {
			t.Errorf("%d began at %v, its predecessor finished at %v", i, m.startedAt, before.finishedAt)
		}
	}
}

func TestFailureStopsTheChain(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	third := waiting(t, "run", "--wait_file="+folder+"/2", "--post_file="+folder+"/3", "--", "touch", folder+"/ran")
	second := waiting(t, "run", "--wait_file="+folder+"/1", "--post_file="+folder+"/2", "--", "touch", folder+"/ran")
	waiter(t, "run", "--post_file="+folder+"/1", "--", "sh", "-c", "exit 3").expectCode(t, 3)
	second.end().expectFailure(t, 121, "skipped: what it waited for has failed ("+folder+"/1.err)", "")
	third.end().expectFailure(t, 121, "skipped: what it waited for has failed ("+folder+"/2.err)", "")
	expectFailureMark(t, folder+"/1", "Error", 3)
	expectFailureMark(t, folder+"/2", "Skipped", 121)
	expectFailureMark(t, folder+"/3", "Skipped", 121)
	if exists(folder + "/ran") {
		t.Error("a skipped command ran")
	}
}

func TestExistingFilesDecideWhetherTheCommandRuns(t *testing.T) {
	t.Parallel()
	const runs, skips = 0, 121
	for _, tt := range []struct {
		name string
		// flags contain @ instead of the folder.
		flags []string
		// Names that end with ! are of files with content.
		before, while string
		code          int
	}{
		{"nothing to wait for", nil, "", "", runs},
		{"there before", []string{"--wait_file=@a"}, "a", "", runs},
		{"there later", []string{"--wait_file=@a"}, "", "a", runs},
		{"failed before", []string{"--wait_file=@a"}, "a.err", "", skips},
		{"failed later", []string{"--wait_file=@a"}, "", "a.err", skips},
		{"there and failed", []string{"--wait_file=@a"}, "a a.err", "", runs},
		{"two one after the other", []string{"--wait_file=@a", "--wait_file=@b"}, "a", "b", runs},
		{"two in the other order", []string{"--wait_file=@a", "--wait_file=@b"}, "b", "a", runs},
		{"the first of two failed", []string{"--wait_file=@a", "--wait_file=@b"}, "b", "a.err", skips},
		{"the last of two failed", []string{"--wait_file=@a", "--wait_file=@b"}, "", "b.err", skips},
		{"the last of two failed before", []string{"--wait_file=@a", "--wait_file=@b"}, "b.err", "", skips},
		{"a list", []string{"--wait_file=@a,@b,@c"}, "a c", "b", runs},
		{"a list and another", []string{"--wait_file=@a,@b", "--wait_file=@c"}, "a b", "c", runs},
		{"a list with nothing between commas", []string{"--wait_file=,@a,,"}, "", "a", runs},
		{"one of a list failed", []string{"--wait_file=@a,@b,@c"}, "a b", "c.err", skips},
		{"nothing in a list", []string{"--wait_file=,"}, "", "", runs},
		{"the same twice", []string{"--wait_file=@a,@a"}, "", "a", runs},
		{"several directories", []string{"--wait_file=@d/a,@e/a"}, "d/a", "e/a", runs},
		{"one of several directories failed", []string{"--wait_file=@d/a,@e/a"}, "e/a", "d/a.err", skips},
		{"content before", []string{"--wait_file=@a", "--wait_file_content"}, "a!", "", runs},
		{"content later", []string{"--wait_file=@a", "--wait_file_content"}, "", "a!", runs},
		{"content of one that is there", []string{"--wait_file=@a", "--wait_file_content"}, "a", "a!", runs},
		{"content of both", []string{"--wait_file=@a,@b", "--wait_file_content"}, "a! b", "b!", runs},
		{"empty and failed", []string{"--wait_file=@a", "--wait_file_content"}, "a", "a.err", skips},
		{"content and failed", []string{"--wait_file=@a", "--wait_file_content"}, "a! a.err", "", runs},
		{"no content asked for", []string{"--wait_file=@a", "--wait_file_content=false"}, "", "a", runs},
		{"a directory", []string{"--wait_file=@d"}, "d/x", "", runs},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir() + "/"
			makeFolder(t, folder+"d")
			makeFolder(t, folder+"e")
			makeFiles(t, folder, tt.before)
			flags := strings.Split(strings.ReplaceAll(strings.Join(tt.flags, "\n"), "@", folder), "\n")
			if tt.flags == nil {
				flags = nil
			}
			words := append(append([]string{"run", "--post_file=" + folder + "post"}, flags...), "--", "touch", folder+"ran")
			p := waiting(t, words...)
			if tt.while != "" {
				p.awaitWatch()
				if exists(folder + "ran") {
					t.Fatal("it did not wait")
				}
				makeFiles(t, folder, tt.while)
			}
			e := p.end()
			if exists(folder+"ran") != (tt.code == runs) {
				t.Errorf("the command ran: %v", exists(folder+"ran"))
			}
			if tt.code == runs {
				e.expectCode(t, runs)
				expectMark(t, folder+"post", "Completed", 0)
			} else {
				e.expectFailure(t, skips, "skipped: what it waited for has failed (", "")
				expectFailureMark(t, folder+"post", "Skipped", skips)
			}
		})
	}
}

func makeFiles(t *testing.T, folder, names string) {
	t.Helper()
	for _, name := range strings.Fields(names) {
		text := ""
		if strings.HasSuffix(name, "!") {
			text = "content"
		}
		writeFile(t, folder+strings.TrimSuffix(name, "!"), text)
	}
}

func TestOnErrorDecidesWhetherAFailureCounts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, flag, command string
		code                int
		isFailure           bool
		reason              string
		exitCode            int
	}{
		{"by default", "--on_error=stop", "exit 3", 3, true, "Error", 3},
		{"stopAndFail", "--on_error=stopAndFail", "exit 3", 3, true, "Error", 3},
		{"continue", "--on_error=continue", "exit 3", 0, false, "Continued", 3},
		{"continue after death", "--on_error=continue", "kill -9 $$", 0, false, "Continued", 137},
		{"continue after success", "--on_error=continue", "exit 0", 0, false, "Completed", 0},
		{"the last one counts", "--on_error=continue --on_error=stop", "exit 3", 3, true, "Error", 3},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			words := append([]string{"run", "--post_file=" + folder + "/mark"}, strings.Fields(tt.flag)...)
			waiter(t, append(words, "--", "sh", "-c", tt.command)...).expectCode(t, tt.code)
			if tt.isFailure {
				expectFailureMark(t, folder+"/mark", tt.reason, tt.exitCode)
			} else {
				expectMark(t, folder+"/mark", tt.reason, tt.exitCode)
			}
		})
	}
}

func TestOnErrorContinueAppliesToTheCommandOnly(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, flags, command string
		code                 int
		reason               string
	}{
		{"not what was not found", "", "/nowhere/command", 127, "Error"},
		{"not what cannot be executed", "", "/", 126, "Error"},
		{"not what was skipped", "--wait_file=@/failed", "true", 121, "Skipped"},
		{"not what was ended", "--timeout=50ms", "sleep 30", 124, "TimeoutExceeded"},
		{"not what did not come", "--wait_file=@/missing --wait_timeout=1ms", "true", 122, "TimeoutExceeded"},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			writeFile(t, folder+"/failed.err", "")
			flags := strings.Fields(strings.ReplaceAll(tt.flags, "@", folder))
			words := append([]string{"run", "--on_error=continue", "--post_file=" + folder + "/mark"}, flags...)
			e := waiter(t, append(append(words, "--"), strings.Fields(tt.command)...)...)
			e.expectFailure(t, tt.code, "", "")
			expectFailureMark(t, folder+"/mark", tt.reason, tt.code)
		})
	}
}

func TestNextCommandRunsAfterAnIgnoredFailure(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	waiter(t, "run", "--on_error=continue", "--post_file="+folder+"/1", "--", "false").expectCode(t, 0)
	waiter(t, "run", "--wait_file="+folder+"/1", "--post_file="+folder+"/2", "--", "true").expectCode(t, 0)
	expectMark(t, folder+"/2", "Completed", 0)
}

func TestExitCodeIsTheCommandsExitCode(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for code := 0; code < 256; code += 256 / rounds(256) {
		path := fmt.Sprint(folder, "/", code)
		waiter(t, "run", "--post_file="+path, "--", "sh", "-c", fmt.Sprint("exit ", code)).expectCode(t, code)
		if code == 0 {
			expectMark(t, path, "Completed", 0)
		} else {
			expectFailureMark(t, path, "Error", code)
		}
	}
}
