package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var program string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "taskpack-export-")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(folder, "taskpack-export")
	build := exec.Command("go", "build", "-trimpath", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		panic(string(output))
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// world is the directory of a Build's volumes before export.
type world struct {
	t      *testing.T
	folder string
}

const (
	analyzed = "[image]\nreference = \"registry.example/team/app@sha256:" + zeros + "\"\n" +
		"[run-image]\nreference = \"registry.example/run@sha256:" + zeros + "\"\nimage = \"registry.example/run:base\"\n"
	group = "[[group]]\nid = \"example/node\"\nversion = \"1.0.0\"\n[[group]]\nid = \"example/npm\"\nversion = \"1.0.0\"\n"
	zeros = "0000000000000000000000000000000000000000000000000000000000000000"
)

// someWorld has what a harmless Build leaves.
func someWorld(t *testing.T) world {
	t.Helper()
	w := world{t, t.TempDir()}
	for _, folder := range []string{"layers/config", "layers/sbom/launch", "layers/example_node/modules", "other"} {
		w.must(os.MkdirAll(w.path(folder), 0o755))
	}
	w.write("analyzed.toml", analyzed)
	w.write("group.toml", group)
	w.write("layers/config/metadata.toml", "[[labels]]\nkey = \"maintainer\"\nvalue = \"team\"\n")
	w.write("layers/example_node/launch.toml", "[[labels]]\nkey = \"maintainer\"\nvalue = \"team\"\n")
	w.write("layers/example_node/modules.toml", "[types]\nlaunch = true\n")
	w.write("other/secret.toml", "secret")
	w.write("message", "")
	return w
}

func (w world) path(name string) string { return filepath.Join(w.folder, name) }

func (w world) write(name, text string) {
	w.t.Helper()
	w.must(os.WriteFile(w.path(name), []byte(text), 0o644))
}

// link replaces a file or directory by a link.
func (w world) link(name, target string) {
	w.t.Helper()
	w.must(os.RemoveAll(w.path(name)))
	w.must(os.MkdirAll(filepath.Dir(w.path(name)), 0o755))
	w.must(os.Symlink(w.path(target), w.path(name)))
}

func (w world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

type ending struct {
	code            int
	stdout, message string
}

// export runs the guard with an exporter that prints its arguments.
func (w world) export(flags ...string) ending {
	w.t.Helper()
	words := append([]string{"-termination-path=" + w.path("message")}, flags...)
	words = append(words, "--", "/bin/echo", "-layers="+w.path("layers"), "-app=/workspace", "-group="+w.path("group.toml"),
		"-analyzed="+w.path("analyzed.toml"), "registry.example/team/app:1", "registry.example/team/app:2")
	command := exec.Command(program, words...)
	var out strings.Builder
	command.Stdout = &out
	_ = command.Run()
	message, err := os.ReadFile(w.path("message"))
	w.must(err)
	return ending{command.ProcessState.ExitCode(), out.String(), string(message)}
}

func (w world) exportDefault() ending {
	w.t.Helper()
	return w.export("-run-image=registry.example/run:base")
}

func (w world) expectRefused(e ending, sentence string) {
	w.t.Helper()
	if e.code != 113 || e.stdout != "" || !strings.Contains(e.message, strings.ReplaceAll(sentence, "FOLDER", w.folder)) {
		w.t.Errorf("it ended with %d, printed %q, and the message is %q instead of %q", e.code, e.stdout, e.message, sentence)
	}
}

func (w world) expectRun(e ending) {
	w.t.Helper()
	if e.code != 0 || !strings.HasSuffix(e.stdout, " registry.example/team/app:1 registry.example/team/app:2\n") || e.message != "" {
		w.t.Errorf("it ended with %d, printed %q, and the message is %q", e.code, e.stdout, e.message)
	}
}
