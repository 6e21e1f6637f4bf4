package main_test

import (
	"errors"
	"io/fs"
	"math/rand"
	"os"
	"syscall"
	"testing"
	"time"
)

// reader polls for a mark as fast as possible, and removes each mark after reading.
type reader struct {
	paths []string
	seen  int
	err   error
	stop  chan struct{}
	over  chan struct{}
}

func (r *reader) read() {
	defer close(r.over)
	for isLast := false; ; {
		for _, path := range r.paths {
			text, err := os.ReadFile(path)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err == nil {
				_, err = parseMark(string(text))
			}
			if err == nil {
				r.seen++
				err = os.Remove(path)
			}
			if r.err == nil {
				r.err = err
			}
		}
		if isLast {
			return
		}
		select {
		case <-r.stop:
			isLast = true
		default:
		}
	}
}

func TestMarkOfAKilledWaiterIsCompleteOrMissing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := folder + "/mark"
	r := &reader{paths: []string{path, path + ".err"}, stop: make(chan struct{}), over: make(chan struct{})}
	go r.read()
	random := rand.New(rand.NewSource(1))
	longest := 4 * time.Millisecond
	all := rounds(600)
	killed := 0
	for i := 0; i < all; i++ {
		command := "true"
		if i%2 == 1 {
			command = "false"
		}
		p := waiting(t, "run", "--post_file="+path, "--", command)
		time.Sleep(time.Duration(random.Int63n(int64(longest))))
		// The process may have exited already.
		_ = p.command.Process.Kill()
		// The delay kills about half of the waiters, however busy the machine is.
		if p.end().code == -int(syscall.SIGKILL) {
			killed++
			longest += longest / 2
		} else {
			longest -= longest / 3
		}
	}
	close(r.stop)
	<-r.over
	must(t, r.err)
	t.Logf("%d of %d were killed, %d marks were read", killed, all, r.seen)
	if killed < all/4 || r.seen < all/4 {
		t.Errorf("%d were killed, but %d marks were read", killed, r.seen)
	}
	// The next waiter replaces files that killed waiters have left.
	waiter(t, "run", "--post_file="+path, "--", "true").expectCode(t, 0)
	if names := namesIn(t, folder); names != "mark" {
		t.Errorf("there are %s", names)
	}
}
