package main_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// mark holds the fields of a mark.
type mark struct {
	isStarted             bool
	startedAt, finishedAt time.Time
	exitCode              int
	reason                string
}

// markLine returns the exact bytes of a mark.
var markLine = regexp.MustCompile(`^\{("startedAt":"` + markTime + `",)?"finishedAt":"` + markTime +
	`","exitCode":(\d+),"reason":"(Completed|Continued|Error|Skipped|TimeoutExceeded|Cancelled)"\}\n$`)

const markTime = `(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z)`

func parseMark(text string) (mark, error) {
	match := markLine.FindStringSubmatch(text)
	if match == nil {
		return mark{}, errors.New("no mark: " + strconv.Quote(text))
	}
	if !json.Valid([]byte(text)) {
		return mark{}, errors.New("no JSON: " + text)
	}
	m := mark{isStarted: match[1] != "", reason: match[5]}
	var err error
	if m.isStarted {
		if m.startedAt, err = time.Parse(time.RFC3339Nano, match[2]); err != nil {
			return mark{}, err
		}
	}
	if m.finishedAt, err = time.Parse(time.RFC3339Nano, match[3]); err != nil {
		return mark{}, err
	}
	m.exitCode, err = strconv.Atoi(match[4])
	return m, err
}

func readMark(t *testing.T, path string) mark {
	t.Helper()
	m, err := parseMark(readFile(t, path))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func unfinishedOf(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".unfinished")
}

// expectMark asserts that a mark of success exists and that no other file of the mark does.
func expectMark(t *testing.T, path, reason string, exitCode int) mark {
	t.Helper()
	return expectOnly(t, path, path+".err", path, reason, exitCode)
}

// expectFailureMark asserts that a mark of failure exists and that no mark of success does.
func expectFailureMark(t *testing.T, path, reason string, exitCode int) mark {
	t.Helper()
	return expectOnly(t, path+".err", path, path, reason, exitCode)
}

func expectOnly(t *testing.T, there, notThere, path, reason string, exitCode int) mark {
	t.Helper()
	m := readMark(t, there)
	if m.reason != reason || m.exitCode != exitCode {
		t.Errorf("%s says %s, %d instead of %s, %d", there, m.reason, m.exitCode, reason, exitCode)
	}
	for _, other := range []string{notThere, unfinishedOf(path)} {
		if exists(other) {
			t.Errorf("there is %s as well", other)
		}
	}
	return m
}

// expectFailure asserts the exit code, and that the log and the termination message have the same sentence.
func (e ending) expectFailure(t *testing.T, code int, sentence string, message string) {
	t.Helper()
	if e.code != code {
		t.Errorf("it ended with %d instead of %d", e.code, code)
	}
	const prefix = "taskpack-entrypoint: "
	if strings.Count(e.stderr, "\n") != 1 || !strings.HasPrefix(e.stderr, prefix) || !strings.Contains(e.stderr, sentence) {
		t.Errorf("it says %q, which is no sentence with %q", e.stderr, sentence)
	}
	if said := strings.TrimSuffix(strings.TrimPrefix(e.stderr, prefix), "\n"); message != "" && readOrNothing(message) != said {
		t.Errorf("it says %q, but the termination message is %q", said, readOrNothing(message))
	}
}

// expectCode asserts the exit code, and that the waiter printed nothing.
func (e ending) expectCode(t *testing.T, code int) {
	t.Helper()
	if e.code != code || strings.Contains(e.stderr, "taskpack-entrypoint") {
		t.Errorf("it ended with %d instead of %d and says %q", e.code, code, e.stderr)
	}
}

func readOrNothing(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(text)
}

func TestMarkIsOneLineOfJSON(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name       string
		flags      []string
		script     string
		isFailure  bool
		reason     string
		exitCode   int
		isStarted  bool
		durationMs int
	}{
		{"success", nil, "sleep 0.05", false, "Completed", 0, true, 50},
		{"failure", nil, "sleep 0.05; exit 3", true, "Error", 3, true, 50},
		{"death", nil, "kill -9 $$", true, "Error", 137, true, 0},
		{"failure that is none", []string{"--on_error=continue"}, "exit 3", false, "Continued", 3, true, 0},
		{"timeout", []string{"--timeout=50ms"}, "sleep 30", true, "TimeoutExceeded", 124, true, 50},
		{"timeout of waiting", []string{"--wait_file=/nowhere/x", "--wait_timeout=1ms"}, "", true, "TimeoutExceeded", 122, false, 0},
		{"skipped", []string{"--wait_file=skipped"}, "", true, "Skipped", 121, false, 0},
		{"waiting impossible", []string{"--wait_file=/dev/null/x"}, "", true, "Error", 125, false, 0},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			writeFile(t, folder+"/skipped.err", "")
			words := append(append([]string{"run", "--post_file=mark"}, tt.flags...), "--", "sh", "-c", tt.script)
			earliest := time.Now()
			begin(t, launch{words: words, folder: folder}).end()
			latest := time.Now()
			var m mark
			if tt.isFailure {
				m = expectFailureMark(t, folder+"/mark", tt.reason, tt.exitCode)
			} else {
				m = expectMark(t, folder+"/mark", tt.reason, tt.exitCode)
			}
			if m.isStarted != tt.isStarted {
				t.Errorf("started: %v, at %v", m.isStarted, m.startedAt)
			}
			if tt.isStarted && (m.startedAt.Before(earliest) || m.finishedAt.Before(m.startedAt)) {
				t.Errorf("started at %v and finished at %v, begun at %v", m.startedAt, m.finishedAt, earliest)
			}
			if m.finishedAt.Before(earliest) || m.finishedAt.After(latest) {
				t.Errorf("finished at %v, which is not between %v and %v", m.finishedAt, earliest, latest)
			}
			if tt.isStarted && m.finishedAt.Sub(m.startedAt) < time.Duration(tt.durationMs)*time.Millisecond {
				t.Errorf("took %v only", m.finishedAt.Sub(m.startedAt))
			}
		})
	}
}

func TestMarkIsWrittenBeforeTheWaiterExits(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	next := waiting(t, "run", "--wait_file="+folder+"/mark", "--", "cat", folder+"/mark")
	waiter(t, "run", "--post_file="+folder+"/mark", "--", "true")
	if !exists(folder + "/mark") {
		t.Error("there is no mark")
	}
	if _, err := parseMark(next.end().stdout); err != nil {
		t.Error(err)
	}
}

func TestMarkIsReadableWithAnyUmask(t *testing.T) {
	t.Parallel()
	for _, umask := range []string{"000", "022", "077", "777"} {
		for _, code := range []string{"0", "1"} {
			folder := t.TempDir()
			const script = `umask "$1"; shift; exec "$@"`
			words := []string{"-c", script, "sh", umask, program(t), "run", "--post_file=mark", "--", "sh", "-c", "exit " + code}
			begin(t, launch{path: "/bin/sh", words: words, folder: folder}).end()
			name := map[string]string{"0": "mark", "1": "mark.err"}[code]
			info, err := os.Stat(folder + "/" + name)
			must(t, err)
			if info.Mode() != 0o644 {
				t.Errorf("%s has mode %v with umask %s", name, info.Mode(), umask)
			}
		}
	}
}

func TestMarkPathCanBeRelativeOrASymbolicLink(t *testing.T) {
	t.Parallel()
	t.Run("to the working directory, if it is relative", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		begin(t, launch{words: []string{"run", "--post_file", "mark", "--", "true"}, folder: folder}).end().expectCode(t, 0)
		if names := namesIn(t, folder); names != "mark" {
			t.Errorf("there are %s", names)
		}
	})
	t.Run("through a directory's link", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		makeFolder(t, folder+"/real")
		must(t, os.Symlink("real", folder+"/link"))
		waiter(t, "run", "--post_file="+folder+"/link/mark", "--", "true").expectCode(t, 0)
		expectMark(t, folder+"/real/mark", "Completed", 0)
	})
	t.Run("over a link, not through it", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		writeFile(t, folder+"/precious", "precious")
		must(t, os.Symlink("precious", folder+"/mark"))
		waiter(t, "run", "--post_file="+folder+"/mark", "--", "true").expectCode(t, 0)
		expectMark(t, folder+"/mark", "Completed", 0)
		if text := readFile(t, folder+"/precious"); text != "precious" {
			t.Errorf("what the link led to is %q", text)
		}
	})
	t.Run("over an older mark", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		writeFile(t, folder+"/mark", strings.Repeat("x", 1000))
		waiter(t, "run", "--post_file="+folder+"/mark", "--", "true").expectCode(t, 0)
		expectMark(t, folder+"/mark", "Completed", 0)
	})
	t.Run("nowhere, if there is none", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		begin(t, launch{words: []string{"run", "--", "true"}, folder: folder}).end().expectCode(t, 0)
		begin(t, launch{words: []string{"run", "--post_file=", "--", "false"}, folder: folder}).end().expectCode(t, 1)
		if names := namesIn(t, folder); names != "" {
			t.Errorf("there are %s", names)
		}
	})
}

func TestUnfinishedFileOfAKilledWaiterIsReplaced(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(t *testing.T, path string){
		"a short one":     func(t *testing.T, path string) { writeFile(t, path, "{") },
		"a long one":      func(t *testing.T, path string) { writeFile(t, path, strings.Repeat("x", 100_000)) },
		"a read-only one": func(t *testing.T, path string) { writeFile(t, path, ""); must(t, os.Chmod(path, 0)) },
		"a link":          func(t *testing.T, path string) { must(t, os.Symlink("precious", path)) },
		"a dangling link": func(t *testing.T, path string) { must(t, os.Symlink("nowhere", path)) },
	} {
		leave := leave
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			writeFile(t, folder+"/precious", "precious")
			leave(t, unfinishedOf(folder+"/mark"))
			waiter(t, "run", "--post_file="+folder+"/mark", "--", "true").expectCode(t, 0)
			expectMark(t, folder+"/mark", "Completed", 0)
			if names := namesIn(t, folder); names != "mark precious" || readFile(t, folder+"/precious") != "precious" {
				t.Errorf("there are %s, and %q", names, readFile(t, folder+"/precious"))
			}
		})
	}
}

func TestCommandDoesNotRunIfTheMarkCannotBeWritten(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		prepare  func(t *testing.T, folder string)
		path     string
		sentence string
	}{
		"its directory is missing":         {nil, "missing/mark", "no such file or directory"},
		"its directory is a file":          {nil, "file/mark", "not a directory"},
		"its unfinished file is none":      {func(t *testing.T, folder string) { makeFolder(t, folder+"/.mark.unfinished") }, "mark", "is a directory"},
		"its unfinished name is too long":  {nil, strings.Repeat("n", 244), "file name too long"},
		"its directory is a dangling link": {func(t *testing.T, folder string) { must(t, os.Symlink("nowhere", folder+"/link")) }, "link/mark", "no such file"},
	} {
		tt := tt
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			writeFile(t, folder+"/file", "")
			if tt.prepare != nil {
				tt.prepare(t, folder)
			}
			message := t.TempDir() + "/message"
			words := []string{"run", "--post_file=" + tt.path, "--termination_path=" + message, "--", "touch", "ran"}
			e := begin(t, launch{words: words, folder: folder}).end()
			e.expectFailure(t, 125, "the mark "+tt.path+" cannot be written: "+tt.sentence, message)
			if exists(folder + "/ran") {
				t.Error("the command ran")
			}
		})
	}
}

func TestLongestMarkNameIs243Bytes(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"0", "1"} {
		folder := t.TempDir()
		path := folder + "/" + strings.Repeat("n", 243)
		waiter(t, "run", "--post_file="+path, "--", "sh", "-c", "exit "+code)
		if code == "0" {
			expectMark(t, path, "Completed", 0)
		} else {
			expectFailureMark(t, path, "Error", 1)
		}
	}
}

func TestRunFailsIfTheCommandPreventsTheMark(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ script, sentence string }{
		"its unfinished file is deleted":      {"rm marks/.mark.unfinished", "no such file or directory"},
		"its directory is deleted":            {"rm -r marks", "no such file or directory"},
		"its directory is renamed":            {"mv marks other", "no such file or directory"},
		"its directory has become a file":     {"mv marks other; touch marks", "not a directory"},
		"there is a directory where it is to": {"mkdir marks/mark", "is a directory"},
		"there is a directory that is full":   {"mkdir -p marks/mark/x", "is a directory"},
	} {
		tt := tt
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			makeFolder(t, folder+"/marks")
			words := []string{"run", "--post_file=marks/mark", "--termination_path=message", "--", "sh", "-c", tt.script}
			e := begin(t, launch{words: words, folder: folder}).end()
			e.expectFailure(t, 125, "the mark marks/mark cannot be written: "+tt.sentence, folder+"/message")
		})
	}
}
