package main_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Known bug: arguments-split-at-spaces.

func TestArgumentsReachTheCommandUnchanged(t *testing.T) {
	t.Parallel()
	everyByte := make([]byte, 0, 255)
	for i := 1; i < 256; i++ {
		everyByte = append(everyByte, byte(i))
	}
	many := make([]string, 20_000)
	for i := range many {
		many[i] = strconv.Itoa(i)
	}
	for name, arguments := range map[string][]string{
		"none":                 {},
		"an empty one":         {""},
		"empty ones":           {"", "", ""},
		"an empty one between": {"a", "", "b"},
		"spaces":               {" ", "  a  b  ", "\t", " -x"},
		"quotes":               {`"`, `'`, `'a'`, `"a b"`, `\"`, `\`, `\\`, "`date`"},
		"newlines":             {"\n", "a\nb", "\r\n", "a\n"},
		"what shells know":     {"$", "$x", "${x}", "$$", "$?", "$(x)", "$((1+1))", "*", "?", "~", "!", "&", "|", ";", "<", ">", "#"},
		"what Kubernetes has":  {"$(x)", "$$(x)", "$(HOME)", "$("},
		"what Tekton has":      {"$(params.x)", "$(results.x.path)", "/tekton/results"},
		"dashes":               {"-", "--", "---", "--", "-x", "--x", "-x=y", "--x=y", "-- "},
		"dashes first":         {"--", "a", "--"},
		"the waiter's flags":   {"--wait_file=/x", "-post_file", "/y", "--entrypoint", "false", "--timeout=1ns"},
		"the waiter's words":   {"run", "init", "sidecar", "help", "--help", "-h"},
		"equals":               {"=", "a=b", "=a", "a=", "=="},
		"percent":              {"%s", "%", "%n", "%%"},
		"UTF-8":                {"ä", "日本語", "\U0001F600", "\u202e", "\ufeff"},
		"no UTF-8":             {"\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "a\x80b"},
		"every byte but zero":  {string(everyByte)},
		"control characters":   {"\x01\x02\x1b[31m\x7f"},
		"a long one":           {strings.Repeat("x", 100_000)},
		"the longest one":      {strings.Repeat("x", 128*1024-1)},
		"many":                 many,
		"many empty ones":      make([]string, 10_000),
	} {
		arguments := arguments
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, words := range [][]string{
				{"run", "--", helper(t), "arguments"},
				{"--", helper(t), "arguments"},
				{"run", "--entrypoint", helper(t), "--", "arguments"},
				{"-entrypoint=" + helper(t), "--", "arguments"},
			} {
				e := begin(t, launch{words: append(append([]string{}, words...), arguments...)}).end()
				e.expectCode(t, 0)
				if e.stdout != told(arguments) {
					t.Errorf("it got %s", excerpt(e.stdout))
				}
			}
		})
	}
}

// told returns the helper's output for these arguments.
func told(arguments []string) string {
	text := fmt.Sprintf("%d\x00", len(arguments))
	for _, argument := range arguments {
		text += argument + "\x00"
	}
	return text
}

func excerpt(text string) string {
	if len(text) > 1000 {
		text = text[:1000]
	}
	return fmt.Sprintf("%q", text)
}

func TestArgumentsCanFollowTheFlagsWithoutSeparator(t *testing.T) {
	t.Parallel()
	for _, words := range [][]string{
		{"run", helper(t), "arguments", "a", "--", "-b"},
		{"--timeout=1h", helper(t), "arguments", "a", "--", "-b"},
		{"run", "--entrypoint=" + helper(t), "arguments", "a", "--", "-b"},
		{"run", "--entrypoint=" + helper(t), "--on_error", "stop", "arguments", "a", "--", "-b"},
	} {
		if e := waiter(t, words...); e.stdout != told([]string{"a", "--", "-b"}) {
			t.Errorf("%q: it got %q", words, e.stdout)
		}
	}
}

func TestFirstArgumentIsTheCommand(t *testing.T) {
	t.Parallel()
	for _, words := range [][]string{
		{"--", "sh", "-c", "cat /proc/$$/cmdline; exit"},
		{"--entrypoint=sh", "--", "-c", "cat /proc/$$/cmdline; exit"},
	} {
		if e := waiter(t, words...); e.stdout != "sh\x00-c\x00cat /proc/$$/cmdline; exit\x00" {
			t.Errorf("it runs %q", e.stdout)
		}
	}
}

const randomLists = 10_000

func TestRandomArgumentsReachTheCommandUnchanged(t *testing.T) {
	t.Parallel()
	printf, err := exec.LookPath("printf")
	if err != nil {
		t.Skip("there is no printf(1) here: ", err)
	}
	const seed = 20260102
	t.Logf("the seed is %d", seed)
	lists := make(chan []string, 64)
	var workers sync.WaitGroup
	for i := 0; i < 2; i++ {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for list := range lists {
				compareArguments(t, printf, list)
			}
		}()
	}
	random := rand.New(rand.NewSource(seed))
	for i := 0; i < rounds(randomLists) && !t.Failed(); i++ {
		lists <- randomArguments(random)
	}
	close(lists)
	workers.Wait()
}

// compareArguments runs a command that prints its arguments. The command always gets one more argument, because
// printf(1) without arguments prints its format.
func compareArguments(t *testing.T, printf string, list []string) {
	words := []string{"run", "--", printf, `<%s>\0`}
	if len(list)%2 == 1 {
		words = []string{"-entrypoint", printf, "--", `<%s>\0`}
	}
	words = append(append(words, list...), "last")
	var stdout, stderr bytes.Buffer
	command := exec.Command(program(t), words...)
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	expected := ""
	for _, argument := range append(append([]string{}, list...), "last") {
		expected += "<" + argument + ">\x00"
	}
	if err != nil || stdout.String() != expected || stderr.Len() > 0 {
		t.Errorf("%v with %q: it printed %s and %s", err, list, excerpt(stdout.String()), excerpt(stderr.String()))
	}
}

var peculiar = []string{
	"", "--", "-", "-x", "--wait_file=/nowhere", "-post_file", "run", "$(x)", "$HOME", `"`, `'`, `\`, "\n", "=", ",", "*", " ",
	"\xff", "ä", "%s", `\0`, "help",
}

func randomArguments(random *rand.Rand) []string {
	list := make([]string, random.Intn(12))
	for i := range list {
		for parts := random.Intn(4); parts >= 0; parts-- {
			if random.Intn(2) == 0 {
				list[i] += peculiar[random.Intn(len(peculiar))]
			} else {
				list[i] += randomText(random)
			}
		}
	}
	return list
}

func randomText(random *rand.Rand) string {
	length := random.Intn(12)
	if random.Intn(100) == 0 {
		length = random.Intn(20_000)
	}
	text := make([]byte, length)
	for i := range text {
		text[i] = byte(1 + random.Intn(255))
	}
	return string(text)
}
