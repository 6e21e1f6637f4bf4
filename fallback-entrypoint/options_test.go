package main

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestParseOptions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		words    string
		expected options
	}{
		{"true", options{entrypoint: "true", args: []string{}}},
		{"-- true", options{entrypoint: "true", args: []string{}}},
		{"-- -x", options{entrypoint: "-x", args: []string{}}},
		{"- -x", options{entrypoint: "-", args: []string{"-x"}}},
		{"-- true a -- b", options{entrypoint: "true", args: []string{"a", "--", "b"}}},
		{"true -timeout 1s", options{entrypoint: "true", args: []string{"-timeout", "1s"}}},
		{"--entrypoint true", options{entrypoint: "true", args: []string{}}},
		{"--entrypoint true --", options{entrypoint: "true", args: []string{}}},
		{"--entrypoint true -- a b", options{entrypoint: "true", args: []string{"a", "b"}}},
		{"--entrypoint=true a b", options{entrypoint: "true", args: []string{"a", "b"}}},
		{"--entrypoint true -- --", options{entrypoint: "true", args: []string{"--"}}},
		{"-wait_file a -wait_file=b,c,,d x", options{waitFiles: []string{"a", "b", "c", "d"}, entrypoint: "x", args: []string{}}},
		{"-wait_file_content x", options{waitContent: true, entrypoint: "x", args: []string{}}},
		{"-wait_file_content -wait_file_content=false x", options{entrypoint: "x", args: []string{}}},
		{"-wait_timeout 90s -timeout=1h30m x", options{waitTimeout: 90 * time.Second, timeout: 90 * time.Minute, entrypoint: "x", args: []string{}}},
		{"-ready_url http://localhost -stop_url=f,http://[::1]:15020/q x", options{
			readyURLs:  []endpoint{{url: "http://localhost", port: 80, path: "/"}},
			stopURLs:   []endpoint{{condition: "f", url: "http://[::1]:15020/q", port: 15020, path: "/q"}},
			entrypoint: "x", args: []string{}}},
		{"-post_file a -termination_path=b=c x", options{postFile: "a", terminationPath: "b=c", entrypoint: "x", args: []string{}}},
		{"-token=a -remove=d --remove e -returned b,c x", options{token: "a", removed: []string{"d", "e"}, returned: "b", returnedCopy: "c", entrypoint: "x", args: []string{}}},
		{"-hold_before a -hold_failed=b -hold_timeout 1h x", options{holdBefore: "a", holdFailed: "b", holdTimeout: time.Hour, entrypoint: "x", args: []string{}}},
		{"-on_error continue x", options{continueOnError: true, entrypoint: "x", args: []string{}}},
		{"-on_error continue -on_error stop x", options{entrypoint: "x", args: []string{}}},
		{"-on_error continue -on_error=stopAndFail x", options{entrypoint: "x", args: []string{}}},
	} {
		o, problems := parseOptions(strings.Fields(tt.words))
		if len(problems) > 0 || !reflect.DeepEqual(o, tt.expected) {
			t.Errorf("%s: %+v, %q", tt.words, o, problems)
		}
	}
}

func TestParseOptionsReportsAllProblems(t *testing.T) {
	t.Parallel()
	for words, count := range map[string]int{
		"":                               1,
		"-x":                             2,
		"-x -- true":                     1,
		"-x -y=z --w -- true":            3,
		"-timeout -1s -- true":           1,
		"-timeout":                       2,
		"-on_error x -timeout x -- true": 2,
		"-wait_file_content=maybe true":  1,
		"-returned=a true":               1,
		"-returned=a, true":              1,
		"-returned=a,b,c true":           1,
		"-entrypoint= --":                1,
	} {
		if _, problems := parseOptions(strings.Fields(words)); len(problems) != count {
			t.Errorf("%s: %q", words, problems)
		}
	}
}

// FuzzArguments separates arguments with NUL bytes.
func FuzzArguments(f *testing.F) {
	for _, text := range []string{
		"", "\x00", "a\x00b", "--\x00--", "-x\x00--y=z\x00=", "--wait_file=a,b\x00true", "-timeout\x001s\x00--\x00x", "-entrypoint\x00x",
		"-on_error\x00continue\x00sh\x00-c", "-", "--", "---", "-=", "--=x", "\xff\x00\xc3=", "-wait_file_content\x00-wait_file_content=no",
		"-timeout=99999999999999999999h\x00x", "-wait_timeout=-1ns\x00x",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Split(text, "\x00")
		for _, flags := range [][]string{
			{"--", "command"},
			{"--entrypoint", "command", "--"},
			{"-entrypoint=command", "-timeout", "1s", "--"},
		} {
			o, problems := parseOptions(append(flags, words...))
			if len(problems) > 0 || o.entrypoint != "command" || !reflect.DeepEqual(o.args, words) {
				t.Errorf("%q: %+v, %q", words, o, problems)
			}
		}
		// Without flags before them, the words are valid or cause a message. The remaining arguments are unchanged.
		o, problems := parseOptions(words)
		if (len(problems) == 0) != (o.entrypoint != "") && len(problems) == 0 {
			t.Errorf("%q: no command, and nobody complains", words)
		}
		if o.timeout < 0 || o.waitTimeout < 0 {
			t.Errorf("%q: %+v", words, o)
		}
		if rest := words[len(words)-len(o.args):]; len(o.args) > 0 && !reflect.DeepEqual(o.args, rest) {
			t.Errorf("%q: %q is no end of them", words, o.args)
		}
		for _, problem := range problems {
			if problem == "" {
				t.Errorf("%q: %q", words, problems)
			}
		}
	})
}
