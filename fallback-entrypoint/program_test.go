package main_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// These are the build options of scripts/build-entrypoint.mjs.
var (
	buildFlags = []string{"-trimpath", "-buildvcs=false", "-mod=readonly", "-ldflags=-s -w -buildid=", "-gcflags=all=-l"}
	buildEnv   = []string{"CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT="}
)

// programVariable passes the program's path to tests that run again in a namespace.
const programVariable = "TASKPACK_TEST_PROGRAM"

var built struct {
	once   sync.Once
	folder string
	err    error
}

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == helperName {
		os.Exit(help(os.Args[1:]))
	}
	// Most tests only wait, so more tests than processors can run in parallel.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	code := m.Run()
	if built.folder != "" {
		_ = os.RemoveAll(built.folder)
	}
	os.Exit(code)
}

// program returns the path of the real program. The first call builds the program.
func program(t testing.TB) string {
	t.Helper()
	if path := os.Getenv(programVariable); path != "" {
		return path
	}
	build(t)
	return filepath.Join(built.folder, "taskpack-entrypoint")
}

// helper returns the path of this test binary, under a name that makes it run the tests' commands.
func helper(t testing.TB) string {
	t.Helper()
	return filepath.Join(filepath.Dir(program(t)), helperName)
}

func build(t testing.TB) {
	t.Helper()
	built.once.Do(func() { built.err = buildIn(&built.folder) })
	if built.err != nil {
		t.Fatal(built.err)
	}
}

func buildIn(folder *string) error {
	var err error
	if *folder, err = os.MkdirTemp("", "taskpack-entrypoint-"); err != nil {
		return err
	}
	// Some tests run the helper as another user.
	if err = os.Chmod(*folder, 0o755); err != nil {
		return err
	}
	arguments := append(append([]string{"build"}, buildFlags...), "-o", *folder+"/taskpack-entrypoint", ".")
	command := exec.Command("go", arguments...)
	command.Env = append(os.Environ(), buildEnv...)
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, output)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	copied, err := os.ReadFile(self)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(*folder, helperName), copied, 0o755)
}
