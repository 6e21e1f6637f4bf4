package main_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

const installedName = "taskpack-entrypoint"

// expectCopy asserts that the folder contains only a copy of the program.
func expectCopy(t *testing.T, folder string) {
	t.Helper()
	if names := namesIn(t, folder); names != installedName {
		t.Errorf("there are %s", names)
	}
	info, err := os.Lstat(folder + "/" + installedName)
	must(t, err)
	if info.Mode() != 0o555 {
		t.Errorf("its mode is %v", info.Mode())
	}
	if !isCopy(folder + "/" + installedName) {
		t.Error("it is no copy")
	}
}

// original holds the program's content.
var original struct {
	once    sync.Once
	content []byte
}

func isCopy(path string) bool {
	content, err := os.ReadFile(path)
	return err == nil && bytes.Equal(content, original.content)
}

func loadOriginal(t *testing.T) {
	t.Helper()
	original.once.Do(func() { original.content = []byte(readFile(t, program(t))) })
}

func TestInitCopiesTheProgram(t *testing.T) {
	t.Parallel()
	loadOriginal(t)
	for name, tt := range map[string]struct {
		prepare func(t *testing.T, folder string)
		word    func(folder string) string
	}{
		"into a directory":             {nil, func(folder string) string { return folder }},
		"into a directory with slash":  {nil, func(folder string) string { return folder + "/" }},
		"into a directory from here":   {nil, func(string) string { return "." }},
		"into a directory by a detour": {nil, func(folder string) string { return folder + "/../" + filepath.Base(folder) }},
		"over an older one": {func(t *testing.T, folder string) {
			writeFile(t, folder+"/"+installedName, "older")
			must(t, os.Chmod(folder+"/"+installedName, 0o400))
		}, func(folder string) string { return folder }},
		"over a link": {func(t *testing.T, folder string) {
			must(t, os.Symlink("/dev/null", folder+"/"+installedName))
		}, func(folder string) string { return folder }},
	} {
		tt := tt
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			if tt.prepare != nil {
				tt.prepare(t, folder)
			}
			e := begin(t, launch{words: []string{"init", tt.word(folder)}, folder: folder}).end()
			if e.expectCode(t, 0); e.stdout+e.stderr != "" {
				t.Errorf("it says %q, %q", e.stdout, e.stderr)
			}
			expectCopy(t, folder)
			begin(t, launch{path: folder + "/" + installedName, words: []string{"--", "sh", "-c", "exit 42"}}).end().expectCode(t, 42)
		})
	}
}

func TestInitMakesTheCopyExecutableWithAnyUmask(t *testing.T) {
	t.Parallel()
	loadOriginal(t)
	folder := t.TempDir()
	words := []string{"-c", `umask 777; exec "$1" init "$2"`, "sh", program(t), folder}
	begin(t, launch{path: "/bin/sh", words: words}).end().expectCode(t, 0)
	expectCopy(t, folder)
}

func TestCopyCanCopyItself(t *testing.T) {
	t.Parallel()
	loadOriginal(t)
	first, second := t.TempDir(), t.TempDir()
	waiter(t, "init", first).expectCode(t, 0)
	begin(t, launch{path: first + "/" + installedName, words: []string{"init", second}}).end().expectCode(t, 0)
	expectCopy(t, second)
	begin(t, launch{path: first + "/" + installedName, words: []string{"init", first}}).end().expectCode(t, 0)
	expectCopy(t, first)
}

func TestInitFails(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeFile(t, folder+"/file", "")
	makeFolder(t, folder+"/taken")
	makeFolder(t, folder+"/taken/"+installedName)
	const usage = "init takes one directory: taskpack-entrypoint init DIR"
	for name, tt := range map[string]struct {
		words    []string
		sentence string
	}{
		"without a directory":                   {nil, usage},
		"with two directories":                  {[]string{folder, folder}, usage},
		"with an empty name":                    {[]string{""}, usage},
		"where there is none":                   {[]string{folder + "/missing"}, "cannot copy itself to " + folder + "/missing/taskpack-entrypoint: no such file"},
		"where there is a file":                 {[]string{folder + "/file"}, "not a directory"},
		"where a directory has the copy's name": {[]string{folder + "/taken"}, "is a directory"},
	} {
		tt := tt
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			waiter(t, append([]string{"init"}, tt.words...)...).expectFailure(t, 125, tt.sentence, "")
		})
	}
	t.Cleanup(func() {
		if names := namesIn(t, folder) + " " + namesIn(t, folder+"/taken"); names != "file taken "+installedName {
			t.Errorf("there are %s", names)
		}
	})
}

func TestInitReplacesARunningCopy(t *testing.T) {
	t.Parallel()
	loadOriginal(t)
	folder, other := t.TempDir(), t.TempDir()
	waiter(t, "init", folder).expectCode(t, 0)
	path := folder + "/" + installedName
	running := begin(t, launch{path: path, words: []string{"run", "--wait_file=" + other + "/x", "--", "echo", "ran"}})
	running.awaitWatch()
	for i := 0; i < 5; i++ {
		waiter(t, "init", folder).expectCode(t, 0)
		expectCopy(t, folder)
	}
	writeFile(t, other+"/x", "")
	if e := running.end(); e.code != 0 || e.stdout != "ran\n" {
		t.Errorf("what was running ended with %d and says %q", e.code, e.stderr)
	}
}

// The copy can be executed at any time: the copy is never missing, incomplete or busy.
func TestInitReplacesTheCopyAtomically(t *testing.T) {
	t.Parallel()
	loadOriginal(t)
	folder := t.TempDir()
	path := folder + "/" + installedName
	waiter(t, "init", folder).expectCode(t, 0)
	stop, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		for {
			select {
			case <-stop:
				return
			default:
				if output, err := exec.Command(path, "--", "true").CombinedOutput(); err != nil {
					t.Errorf("%v: %s", err, output)
					return
				}
			}
		}
	}()
	for i := 0; i < rounds(150) && !t.Failed(); i++ {
		if output, err := exec.Command(program(t), "init", folder).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, output)
		}
	}
	close(stop)
	<-over
	expectCopy(t, folder)
}

func TestSeveralInitsRunAtTheSameTime(t *testing.T) {
	t.Parallel()
	loadOriginal(t)
	for name, attributes := range map[string]func(t *testing.T) *syscall.SysProcAttr{
		"beside one another": func(*testing.T) *syscall.SysProcAttr { return nil },
		// Each init is process 1 of its namespace.
		"in containers of their own": asFirst,
	} {
		attributes := attributes
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			attributes := attributes(t)
			folder := t.TempDir()
			stop, over := make(chan struct{}), make(chan error)
			go func() { over <- watchCopy(folder+"/"+installedName, stop) }()
			for round := 0; round < 20; round++ {
				var all []*process
				for i := 0; i < 4; i++ {
					all = append(all, begin(t, launch{words: []string{"init", folder}, attributes: attributes}))
				}
				for _, p := range all {
					p.end().expectCode(t, 0)
				}
			}
			close(stop)
			must(t, <-over)
			expectCopy(t, folder)
		})
	}
}

// watchCopy reads a copy repeatedly, and reports an incomplete copy.
func watchCopy(path string, stop <-chan struct{}) error {
	for {
		content, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if err == nil && !bytes.Equal(content, original.content) {
			return fmt.Errorf("there were %d bytes instead of %d", len(content), len(original.content))
		}
		select {
		case <-stop:
			return nil
		default:
		}
	}
}

func TestFailedCopyLeavesNoFile(t *testing.T) {
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
