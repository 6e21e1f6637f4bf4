package main_test

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// status returns the lines of /proc/PID/status that a process inherits.
var status = regexp.MustCompile(`(?m)^(Umask|Uid|Gid|Groups|SigBlk|SigIgn|SigCgt|CapInh|CapPrm|CapEff|CapBnd|CapAmb|NoNewPrivs|` +
	`Seccomp|Cpus_allowed|CoreDumping|THP_enabled):.*$`)

// TestCommandInheritsTheSameAsWithoutTheWaiter compares what a command inherits with the waiter and without.
func TestCommandInheritsTheSameAsWithoutTheWaiter(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeFile(t, folder+"/there", "")
	for _, tt := range []struct {
		name string
		// before is the program that starts the command or the waiter.
		before []string
		show   []string
		only   *regexp.Regexp
	}{
		{"its status", nil, []string{"cat", "/proc/self/status"}, status},
		{"its status under an umask", []string{"/bin/sh", "-c", `umask 031; exec "$@"`, "sh"}, []string{"cat", "/proc/self/status"}, status},
		{"its status with a signal blocked", []string{helper(t), "blocking", "10"}, []string{"cat", "/proc/self/status"}, status},
		{"its limits", nil, []string{"cat", "/proc/self/limits"}, nil},
		{"its limits, if there are some", []string{"/bin/sh", "-c", `ulimit -S -n 300; ulimit -c 0; ulimit -S -s 4096; exec "$@"`, "sh"},
			[]string{"cat", "/proc/self/limits"}, nil},
		{"its environment", nil, []string{"cat", "/proc/self/environ"}, nil},
		{"its directory", nil, []string{"readlink", "/proc/self/cwd"}, nil},
		{"its root", nil, []string{"readlink", "/proc/self/root"}, nil},
		{"its priority", []string{"nice", "-n", "5"}, []string{"nice"}, nil},
		{"its score", nil, []string{"cat", "/proc/self/oom_score_adj"}, nil},
		{"its namespaces", nil, []string{"sh", "-c", "readlink /proc/self/ns/*"}, nil},
		{"its control groups", nil, []string{"cat", "/proc/self/cgroup"}, nil},
		{"its personality", nil, []string{"cat", "/proc/self/personality"}, nil},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			waiter := []string{program(t), "--wait_file=" + folder + "/there", "--post_file=" + t.TempDir() + "/mark", "--timeout=1h", "--"}
			show := func(words []string) string {
				words = append(append([]string{}, tt.before...), words...)
				text := shown(t, words)
				if tt.only != nil {
					text = strings.Join(tt.only.FindAllString(text, -1), "\n")
				}
				return text
			}
			without := show(tt.show)
			with := show(append(waiter, tt.show...))
			if with != without || without == "" {
				t.Errorf("with the waiter:\n%q\nwithout:\n%q", with, without)
			}
		})
	}
}

var environment = []string{
	"PATH=" + os.Getenv("PATH"), "EMPTY=", "SPACES= a  b ", "NEWLINES=a\nb\n", "EQUALS=a=b=", "QUOTES='\"", "DOLLAR=$(x) $x",
	"NO_UTF8=\xff\xc3", "lower.case-and=more", "NO_VALUE", "LONG=" + strings.Repeat("x", 100_000), "TASKPACK=1", "GOMAXPROCS=1",
}

func shown(t *testing.T, words []string) string {
	t.Helper()
	path, err := exec.LookPath(words[0])
	must(t, err)
	command := exec.Cmd{Path: path, Args: words, Env: environment, Dir: "/usr"}
	output, err := command.Output()
	must(t, err)
	return string(output)
}

func TestEnvironmentCanBeEmpty(t *testing.T) {
	t.Parallel()
	cat, err := exec.LookPath("cat")
	must(t, err)
	if e := begin(t, launch{words: []string{"--", cat, "/proc/self/environ"}, env: []string{}}).end(); e.code != 0 || e.stdout != "" {
		t.Errorf("it ended with %d and %q", e.code, e.stdout)
	}
}

func TestCommandInheritsNoDescriptorOfTheWaiter(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	inherited, err := os.Open("/dev/zero")
	must(t, err)
	t.Cleanup(func() { _ = inherited.Close() })
	const script = `for each in /proc/$$/fd/*; do echo "${each##*/}"; readlink "$each" || :; done`
	show := func(path string, words ...string) string {
		p := begin(t, launch{path: path, words: append(words, "-c", script), files: []*os.File{inherited}})
		e := p.end()
		e.expectCode(t, 0)
		// The test's own output files have other names.
		return regexp.MustCompile(`/\S*/std(out|err)`).ReplaceAllString(e.stdout, "std$1")
	}
	p := waiting(t, "--wait_file="+folder+"/x", "--post_file="+folder+"/mark", "--wait_file_content", "--", "sh", "-c", script)
	p.awaitWatch()
	writeFile(t, folder+"/x", "content")
	if text := p.end().stdout; strings.Contains(text, "inotify") || strings.Contains(text, "unfinished") || strings.Contains(text, "event") {
		t.Errorf("it has %s", text)
	}
	without := show("/bin/sh")
	with := show(program(t), "--wait_file="+folder+"/x", "--post_file="+folder+"/mark", "--timeout=1h", "--", "/bin/sh")
	if with != without || !strings.Contains(without, "3\n/dev/zero") {
		t.Errorf("with the waiter:\n%s\nwithout:\n%s", with, without)
	}
}

func TestCommandInheritsTheStandardStreams(t *testing.T) {
	t.Parallel()
	data := make([]byte, 1<<20)
	for i := range data {
		data[i] = byte(i * 7 >> 3)
	}
	t.Run("binary data goes through unchanged", func(t *testing.T) {
		t.Parallel()
		e := begin(t, launch{words: []string{"--", "sh", "-c", "tee /dev/stderr"}, input: bytes.NewReader(data)}).end()
		if e.code != 0 || e.stdout != string(data) || e.stderr != string(data) {
			t.Errorf("it ended with %d and printed %d and %d bytes", e.code, len(e.stdout), len(e.stderr))
		}
	})
	t.Run("a file keeps its place", func(t *testing.T) {
		t.Parallel()
		path := t.TempDir() + "/input"
		writeFile(t, path, "first second")
		input, err := os.Open(path)
		must(t, err)
		defer func() { _ = input.Close() }()
		must(t, first(second(input.Read(make([]byte, 6)))))
		if e := begin(t, launch{words: []string{"--", "cat"}, input: input}).end(); e.stdout != "second" {
			t.Errorf("it read %q", e.stdout)
		}
	})
	t.Run("closed output is the command's to notice", func(t *testing.T) {
		t.Parallel()
		read, write, err := os.Pipe()
		must(t, err)
		must(t, read.Close())
		defer func() { _ = write.Close() }()
		command := exec.Command(program(t), "--", "sh", "-c", "kill -PIPE $$; exit 3")
		command.Stdout = write
		_ = command.Run()
		if code := command.ProcessState.ExitCode(); code != 128+int(syscall.SIGPIPE) {
			t.Errorf("it ended with %d", code)
		}
	})
	t.Run("the waiter's sentence may get lost", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		read, write, err := os.Pipe()
		must(t, err)
		must(t, read.Close())
		defer func() { _ = write.Close() }()
		command := exec.Command(program(t), "run", "--post_file="+folder+"/mark", "--termination_path="+folder+"/message", "--", "/nowhere")
		command.Stderr = write
		_ = command.Run()
		if code := command.ProcessState.ExitCode(); code != 127 || readFile(t, folder+"/message") != "/nowhere was not found" {
			t.Errorf("it ended with %d", code)
		}
		expectFailureMark(t, folder+"/mark", "Error", 127)
	})
}

func second(_ int, err error) error { return err }

func TestCommandLeadsItsOwnProcessGroup(t *testing.T) {
	t.Parallel()
	// The session does not change.
	e := waiter(t, "--", "sh", "-c", `read line </proc/$$/stat; echo "$$ ${line##*)}"`)
	fields := strings.Fields(e.stdout)
	session, err := os.ReadFile("/proc/self/stat")
	must(t, err)
	ours := strings.Fields(string(session[bytes.LastIndexByte(session, ')')+1:]))
	if len(fields) < 5 || fields[0] != fields[3] || fields[4] != ours[3] {
		t.Errorf("its process, parent, group and session are %v, the test's session is %s", fields, ours[3])
	}
}
