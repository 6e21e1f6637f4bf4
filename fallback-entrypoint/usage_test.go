package main_test

import (
	"strings"
	"testing"
)

// Returns the messages about flags, line by line.
func (e ending) complaints(t *testing.T) []string {
	t.Helper()
	const prefix, hint = "taskpack-entrypoint: ", "taskpack-entrypoint: 'taskpack-entrypoint help' lists the flags\n"
	if e.code != 125 || e.stdout != "" || !strings.HasSuffix(e.stderr, hint) {
		t.Errorf("it ended with %d and says %q", e.code, e.stderr)
	}
	var problems []string
	for _, line := range strings.Split(strings.TrimSuffix(strings.TrimSuffix(e.stderr, hint), "\n"), "\n") {
		problems = append(problems, strings.TrimPrefix(line, prefix))
	}
	return problems
}

func TestInvalidFlagsAreReported(t *testing.T) {
	t.Parallel()
	const noCommand = "no command is given: neither by --entrypoint nor after --"
	for _, tt := range []struct {
		name     string
		words    []string
		problems []string
	}{
		{"an unknown flag", []string{"--x", "--", "true"}, []string{"there is no flag --x"}},
		{"an unknown flag with one dash", []string{"-x", "--", "true"}, []string{"there is no flag --x"}},
		{"an unknown flag with a value", []string{"--x=y", "--", "true"}, []string{"there is no flag --x"}},
		{"a flag's beginning", []string{"--wait=y", "--", "true"}, []string{"there is no flag --wait"}},
		{"a flag with other letters", []string{"--Timeout=1s", "--", "true"}, []string{"there is no flag --Timeout"}},
		{"a flag with other dashes", []string{"--wait-file=x", "--", "true"}, []string{"there is no flag --wait-file"}},
		{"a flag with three dashes", []string{"---timeout=1s", "--", "true"}, []string{"there is no flag ---timeout"}},
		{"a flag without a name", []string{"--=1s", "--", "true"}, []string{"there is no flag --"}},
		{"a flag for help behind run", []string{"run", "--help", "--", "true"}, []string{"there is no flag --help"}},
		{"no value", []string{"--timeout"}, []string{"--timeout has no value", noCommand}},
		{"no value for the last", []string{"--entrypoint=true", "--post_file"}, []string{"--post_file has no value"}},
		{"no duration", []string{"--timeout=x", "--", "true"}, []string{"--timeout is 'x', which is no duration, such as 90s or 1h30m"}},
		{"an empty duration", []string{"--timeout=", "--", "true"}, []string{"--timeout is '', which is no duration, such as 90s or 1h30m"}},
		{"a duration without a unit", []string{"--timeout", "90", "--", "true"}, []string{"--timeout is '90', which is no duration, such as 90s or 1h30m"}},
		{"a duration below zero", []string{"--timeout=-1s", "--", "true"}, []string{"--timeout is '-1s', which is no duration, such as 90s or 1h30m"}},
		{"a duration that is too long", []string{"--wait_timeout=9999999h", "--", "true"},
			[]string{"--wait_timeout is '9999999h', which is no duration, such as 90s or 1h30m"}},
		{"the dashes for a duration", []string{"--timeout", "--", "true"}, []string{"--timeout is '--', which is no duration, such as 90s or 1h30m"}},
		{"no word for errors", []string{"--on_error=ignore", "--", "true"}, []string{"--on_error is 'ignore', which is no stop or continue"}},
		{"no truth", []string{"--wait_file_content=yes", "--", "true"}, []string{"--wait_file_content is 'yes', which is no true or false"}},
		{"no command", []string{"run"}, []string{noCommand}},
		{"no command behind flags", []string{"run", "--timeout=1s"}, []string{noCommand}},
		{"no command behind the dashes", []string{"run", "--timeout=1s", "--"}, []string{noCommand}},
		{"dashes alone", []string{"--"}, []string{noCommand}},
		{"an empty command", []string{"--entrypoint=", "--"}, []string{noCommand}},
		{"an empty command behind the dashes", []string{"--", "", "x"}, []string{noCommand}},
		{"everything at once", []string{"-x", "--timeout=1", "--y=z", "--on_error", "no", "--wait_timeout=-1ns", "--wait_file_content=1", "--post_file"},
			[]string{
				"there is no flag --x",
				"--timeout is '1', which is no duration, such as 90s or 1h30m",
				"there is no flag --y",
				"--on_error is 'no', which is no stop or continue",
				"--wait_timeout is '-1ns', which is no duration, such as 90s or 1h30m",
				"--wait_file_content is '1', which is no true or false",
				"--post_file has no value",
				noCommand,
			}},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if problems := waiter(t, tt.words...).complaints(t); strings.Join(problems, "\n") != strings.Join(tt.problems, "\n") {
				t.Errorf("it complains of\n%s", strings.Join(problems, "\n"))
			}
		})
	}
}

func TestInvalidFlagsLeaveAMarkOfFailure(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	next := waiting(t, "run", "--wait_file="+folder+"/1", "--", "true")
	waiter(t, "--post_file="+folder+"/1", "--timeout=x", "--termination_path="+folder+"/message", "--", "touch", folder+"/ran").complaints(t)
	if m := expectFailureMark(t, folder+"/1", "Error", 125); m.isStarted || exists(folder+"/ran") {
		t.Error("the command ran")
	}
	if exists(folder + "/message") {
		t.Error("there is a termination message")
	}
	next.end().expectFailure(t, 121, "skipped", "")
	waiter(t, "--post_file="+folder+"/missing/1", "--timeout=x", "--", "true").complaints(t)
}

func TestFlagsAreAcceptedInEveryForm(t *testing.T) {
	t.Parallel()
	for name, words := range map[string][]string{
		"one dash":                       {"run", "-wait_file", "there", "-post_file", "mark", "--"},
		"two dashes":                     {"run", "--wait_file", "there", "--post_file", "mark", "--"},
		"equals":                         {"run", "-wait_file=there", "--post_file=mark", "--"},
		"without run":                    {"-wait_file=there", "--post_file", "mark", "--"},
		"without the dashes":             {"-wait_file=there", "-post_file=mark"},
		"content without a value":        {"-wait_file_content", "-wait_file=there", "-post_file=mark", "--"},
		"content with true":              {"-wait_file_content=true", "-wait_file=there", "-post_file=mark", "--"},
		"content before the dashes":      {"-wait_file=there", "-post_file=mark", "-wait_file_content", "--"},
		"content before the command":     {"-wait_file=there", "-post_file=mark", "-wait_file_content"},
		"durations of all sorts":         {"--timeout=1h30m", "--wait_timeout", "90s", "--timeout=+1.5h", "--timeout=0", "-wait_file=there", "-post_file=mark", "--"},
		"the last of several":            {"--post_file=other", "--post_file=mark", "--timeout=1ns", "--timeout=1h", "--"},
		"an equals sign within":          {"--wait_file=e=q", "-post_file=mark", "--"},
		"a value that looks like a flag": {"--wait_file", "-dash", "-post_file=mark", "--"},
	} {
		words := words
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			for _, name := range []string{"there", "e=q", "-dash"} {
				writeFile(t, folder+"/"+name, "content")
			}
			e := begin(t, launch{words: append(append([]string{}, words...), "echo", "ran"), folder: folder}).end()
			if e.expectCode(t, 0); e.stdout != "ran\n" {
				t.Errorf("the command printed %q", e.stdout)
			}
			expectMark(t, folder+"/mark", "Completed", 0)
		})
	}
}

// Tekton calls its entrypoint like this, without a subcommand.
func TestFlagsWithoutSubcommandMeanRun(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := waiting(t, "-wait_file", folder+"/ready", "-post_file", folder+"/mark", "-wait_file_content", "-entrypoint", helper(t),
		"--", "arguments", "--", "-x")
	p.awaitWatch()
	writeFile(t, folder+"/ready", "")
	writeFile(t, folder+"/ready", "yes")
	e := p.end()
	if e.expectCode(t, 0); e.stdout != told([]string{"--", "-x"}) {
		t.Errorf("the command got %q", e.stdout)
	}
	expectMark(t, folder+"/mark", "Completed", 0)
}

func TestHelpIsPrintedToStandardOutput(t *testing.T) {
	t.Parallel()
	var help string
	for _, word := range []string{"help", "-h", "-help", "--help"} {
		e := waiter(t, word)
		e.expectCode(t, 0)
		help = e.stdout
		for _, flag := range []string{"wait_file", "wait_file_content", "wait_timeout", "post_file", "entrypoint", "timeout", "on_error", "termination_path"} {
			if !strings.Contains(help, "    --"+flag+" ") {
				t.Errorf("%s does not tell of --%s", word, flag)
			}
		}
	}
	if e := waiter(t); e.code != 125 || e.stdout != "" || e.stderr != help {
		t.Errorf("no words at all: it ended with %d and says %q, %q", e.code, e.stdout, e.stderr)
	}
}
