package main_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Known bug: tektoncd/pipeline#4731.

func TestSidecarExitsOnASignal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		words []string
		says  string
	}{
		{"by its name", []string{"sidecar"}, ""},
		{"whatever else it is given", []string{"sidecar", "--nonsense", "run", "--", "false"}, ""},
		{"by no name of the others", []string{"proxy", "--nonsense"}, "idle as a sidecar: 'proxy' is none of init, run, sidecar, held, continue and fail"},
		{"by an empty name", []string{""}, "idle as a sidecar: '' is none of"},
		{"by a name that is another's beginning", []string{"ini", "/tmp"}, "idle as a sidecar: 'ini' is none of"},
	} {
		for _, isFirst := range []bool{false, true} {
			tt, isFirst := tt, isFirst
			name := tt.name
			if isFirst {
				name += " as the first process"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				var attributes *syscall.SysProcAttr
				if isFirst {
					attributes = asFirst(t)
				}
				for _, number := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
					p := begin(t, launch{words: tt.words, attributes: attributes})
					p.await("it takes signals", func() bool { return takes(p.pid(), syscall.SIGTTOU) })
					// The process registers the remaining signals shortly after SIGTTOU.
					time.Sleep(200 * time.Millisecond)
					for _, other := range append(passedOn(), swallowed...) {
						if other != syscall.SIGTERM && other != syscall.SIGINT {
							p.send(other)
						}
					}
					time.Sleep(200 * time.Millisecond)
					if p.isOver() {
						t.Fatalf("it did not stay: %+v", p.end())
					}
					p.send(number)
					e := p.end()
					if e.code != 0 || e.stdout != "" || !strings.Contains(e.stderr, tt.says) || (tt.says == "") != (e.stderr == "") {
						t.Errorf("it ended with %d and says %q", e.code, e.stderr)
					}
				}
			})
		}
	}
}

// takes returns true if a process handles a signal. Go's runtime handles some signals from the start, but no
// signal that stops a process.
func takes(pid int, number syscall.Signal) bool {
	match := regexp.MustCompile(`SigCgt:\s*([0-9a-f]+)`).FindStringSubmatch(readOrNothing(fmt.Sprintf("/proc/%d/status", pid)))
	if match == nil {
		return false
	}
	taken, err := strconv.ParseUint(match[1], 16, 64)
	return err == nil && taken>>(number-1)&1 == 1
}
