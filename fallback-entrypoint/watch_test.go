package main_test

import (
	"fmt"
	"math/rand"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestMarkIsSeenHoweverItIsCreated(t *testing.T) {
	t.Parallel()
	for name, makeMark := range map[string]func(folder string) error{
		"made":              func(folder string) error { return os.WriteFile(folder+"/x", nil, 0o644) },
		"made a directory":  func(folder string) error { return os.Mkdir(folder+"/x", 0o755) },
		"renamed":           func(folder string) error { return os.Rename(folder+"/old", folder+"/x") },
		"renamed from away": func(folder string) error { return os.Rename(folder+"/away/old", folder+"/x") },
		"linked":            func(folder string) error { return os.Link(folder+"/old", folder+"/x") },
		"linked by name":    func(folder string) error { return os.Symlink("old", folder+"/x") },
		"a pipe":            func(folder string) error { return syscall.Mkfifo(folder+"/x", 0o644) },
		"after many others": func(folder string) error {
			for i := 0; i < 2000; i++ {
				if err := os.WriteFile(fmt.Sprintf("%s/%s%d", folder, strings.Repeat("n", 200), i), nil, 0o644); err != nil {
					return err
				}
			}
			return os.WriteFile(folder+"/x", nil, 0o644)
		},
	} {
		makeMark := makeMark
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			makeFolder(t, folder+"/away")
			writeFile(t, folder+"/old", "")
			writeFile(t, folder+"/away/old", "")
			p := waiting(t, "run", "--wait_file="+folder+"/x", "--", "true")
			p.awaitWatch()
			must(t, makeMark(folder))
			p.end().expectCode(t, 0)
		})
	}
}

func TestMarkIsSeenAfterAnyChangeOfItsDirectory(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		isThere  bool
		makeMark func(folder string) error
	}{
		{"not there yet", false, func(folder string) error { return os.Mkdir(folder, 0o755) }},
		{"not there yet and neither what it is in", false, func(folder string) error { return os.MkdirAll(folder+"/d/d", 0o755) }},
		{"deleted and made anew", true, func(folder string) error {
			return first(os.Remove(folder), os.Mkdir(folder, 0o755))
		}},
		{"deleted and made anew again and again", true, func(folder string) error {
			for i := 0; i < 50; i++ {
				if err := first(os.Remove(folder), os.Mkdir(folder, 0o755)); err != nil {
					return err
				}
				time.Sleep(time.Millisecond)
			}
			return nil
		}},
		{"deleted and made anew between other changes", true, func(folder string) error {
			return first(os.Mkdir(folder+"/other", 0o755), os.Remove(folder+"/other"), os.Remove(folder), os.Mkdir(folder, 0o755),
				os.Mkdir(folder+"/other", 0o755))
		}},
		{"renamed and made anew", true, func(folder string) error {
			return first(os.Rename(folder, folder+".old"), os.Mkdir(folder, 0o755))
		}},
		{"renamed there and back", true, func(folder string) error {
			return first(os.Rename(folder, folder+".old"), os.Rename(folder+".old", folder))
		}},
		{"replaced by a rename", true, func(folder string) error {
			return first(os.Mkdir(folder+".new", 0o755), syscall.Rename(folder+".new", folder))
		}},
		{"replaced by a link", true, func(folder string) error {
			return first(os.Rename(folder, folder+".old"), os.Mkdir(folder+".new", 0o755), os.Symlink(folder+".new", folder))
		}},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir() + "/folder"
			path := folder + "/x"
			if strings.Contains(tt.name, "what it is in") {
				path = folder + "/d/d/x"
			}
			if tt.isThere {
				makeFolder(t, folder)
			}
			p := waiting(t, "run", "--wait_file="+path, "--post_file="+folder+".mark", "--", "true")
			p.awaitPlaceOf(folder + ".mark")
			if tt.isThere {
				p.awaitWatch()
			} else {
				// The waiter polls several times without success.
				time.Sleep(50 * time.Millisecond)
			}
			if strings.Contains(tt.name, "between") {
				// The waiter receives all events at once.
				p.stop()
			}
			must(t, tt.makeMark(folder))
			p.send(syscall.SIGCONT)
			// The waiter may or may not have seen the directory.
			time.Sleep(30 * time.Millisecond)
			if p.isOver() {
				t.Fatalf("it did not wait: %+v", p.end())
			}
			writeFile(t, path, "")
			p.end().expectCode(t, 0)
		})
	}
}

// The mark appears while the waiter polls and starts its watch, in either order.
func TestMarkThatAppearsAtTheStartOfTheWaitIsSeen(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewSource(3))
	for i := 0; i < rounds(300); i++ {
		folder := t.TempDir()
		p := waiting(t, "run", "--wait_file="+folder+"/x", "--post_file="+folder+"/mark", "--", "true")
		for !exists(unfinishedOf(folder+"/mark")) && !p.isOver() {
			runtime.Gosched()
		}
		pause := time.Duration(random.Intn(300)) * time.Microsecond
		for begin := time.Now(); time.Since(begin) < pause; {
			runtime.Gosched()
		}
		must(t, os.Mkdir(folder+"/x", 0o755))
		p.end().expectCode(t, 0)
	}
}

func first(problems ...error) error {
	for _, err := range problems {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestDirectoryCanBeMountedOverDuringTheWait(t *testing.T) {
	t.Parallel()
	if !isInside(t) {
		return
	}
	disk := mount(t, 0, "")
	p := waiting(t, "run", "--wait_file="+disk+"/x", "--", "true")
	p.awaitWatch()
	// The unmount makes the lower directory visible again.
	must(t, syscall.Unmount(disk, syscall.MNT_DETACH))
	writeFile(t, disk+"/x", "")
	p.end().expectCode(t, 0)
}

func TestWatchIsClosedBeforeTheCommandRuns(t *testing.T) {
	t.Parallel()
	for _, flag := range []string{"--wait_file_content=false", "--wait_file_content"} {
		folder, other := t.TempDir(), t.TempDir()
		p := waiting(t, "run", "--wait_file="+folder+"/x,"+other+"/x", flag, "--", "sleep", "30")
		p.awaitWatch()
		appear(t, folder+"/x", "content")
		appear(t, other+"/x", "content")
		p.await("the command runs", func() bool { return len(childrenOf(p.pid())) > 0 })
		p.await("the watch is gone", func() bool { return !p.isWatching() })
		p.send(syscall.SIGKILL)
	}
}

func TestIdleWaiterUsesLittleCPU(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	all := map[string]*process{}
	for name, words := range map[string][]string{
		"for a file":                       {"--wait_file=" + folder + "/x", "--", "true"},
		"for content":                      {"--wait_file=" + folder + "/x", "--wait_file_content", "--", "true"},
		"no longer than an hour":           {"--wait_file=" + folder + "/x", "--wait_timeout=1h", "--", "true"},
		"where nothing can be watched yet": {"--wait_file=" + folder + "/missing/x", "--", "true"},
		"for its command":                  {"--timeout=1h", "--", "sleep", "60"},
		"as a sidecar":                     {"sidecar"},
	} {
		all[name] = waiting(t, words...)
	}
	lost := makeFolder(t, folder+"/lost")
	all["where what was watched is gone"] = waiting(t, "--wait_file="+lost+"/x", "--", "true")
	all["where what was watched is gone"].awaitWatch()
	must(t, os.Remove(lost))
	// The processes do some work at their start.
	time.Sleep(time.Second)
	before := map[string]int{}
	for name, p := range all {
		before[name] = ticksOf(t, p.pid())
	}
	time.Sleep(3 * time.Second)
	for name, p := range all {
		most := 1
		if strings.HasPrefix(name, "where") {
			// The waiter polls ten times a second. The kernel counts each started tick as a whole tick.
			most = 5
		}
		if spent := ticksOf(t, p.pid()) - before[name]; spent > most {
			t.Errorf("%s: it spent %d ticks in 3 s", name, spent)
		}
	}
}

// ticksOf returns the CPU time of a process, in hundredths of a second.
func ticksOf(t *testing.T, pid int) int {
	t.Helper()
	text := readFile(t, fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	user, err := strconv.Atoi(fields[11])
	must(t, err)
	system, err := strconv.Atoi(fields[12])
	must(t, err)
	return user + system
}

func TestWaiterWorksWithoutInotify(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, flag, text string
		failed           bool
	}{
		{"for a mark", "--wait_file_content=false", "", false},
		{"for content", "--wait_file_content", "content", false},
		{"for a failure", "--wait_file_content=false", "", true},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			folder := openFolder(t)
			path := folder + "/x"
			words := []string{"without-inotify", program(t), "run", "--wait_file=" + path, tt.flag,
				"--post_file=" + folder + "/mark", "--", "true"}
			p, err := try(t, launch{path: helper(t), words: words, attributes: newUserNamespace(t, 0)})
			if err != nil {
				t.Skip("no namespace of users can be made here: ", err)
			}
			await(t, "it waits", func() bool { return exists(unfinishedOf(folder+"/mark")) || p.isOver() })
			if p.isOver() && p.end().code == codeUnable {
				t.Skip("the limit of inotify instances cannot be changed here: ", p.errors())
			}
			// The waiter polls several times without success.
			time.Sleep(300 * time.Millisecond)
			if p.isOver() || p.isWatching() {
				t.Fatalf("it does not wait, or it watches: %s", p.errors())
			}
			if tt.failed {
				appear(t, path+".err", "")
				p.end().expectFailure(t, 121, "skipped", "")
			} else {
				appear(t, path, tt.text)
				p.end().expectCode(t, 0)
			}
		})
	}
}

// crowd runs as another user if possible, because many waiters use all inotify instances of their user.
// Otherwise no other test runs at the same time.
func crowd(t *testing.T) *syscall.SysProcAttr {
	t.Helper()
	attributes := asSomebodyElse()
	if attributes != nil {
		t.Parallel()
	}
	return attributes
}

func TestTwoHundredWaitersSeeOneMark(t *testing.T) {
	folder, attributes := openFolder(t), crowd(t)
	var all []*process
	for i := 0; i < 200; i++ {
		words := []string{"run", "--wait_file=" + folder + "/x", fmt.Sprintf("--post_file=%s/%d", folder, i), "--", "true"}
		all = append(all, begin(t, launch{words: words, attributes: attributes}))
	}
	for i, p := range all {
		p.awaitPlaceOf(fmt.Sprint(folder, "/", i))
	}
	begin := time.Now()
	appear(t, folder+"/x", "")
	for i, p := range all {
		p.end().expectCode(t, 0)
		expectMark(t, fmt.Sprint(folder, "/", i), "Completed", 0)
	}
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestTwoHundredWaitersFormOneChain(t *testing.T) {
	folder, attributes := openFolder(t), crowd(t)
	const length = 200
	var last *process
	for i := length; i > 0; i-- {
		words := []string{"run", fmt.Sprintf("--wait_file=%s/%d", folder, i-1), fmt.Sprintf("--post_file=%s/%d", folder, i), "--", "true"}
		p := begin(t, launch{words: words, attributes: attributes})
		if last == nil {
			last = p
		}
	}
	appear(t, folder+"/0", "")
	last.end().expectCode(t, 0)
	for i := 2; i <= length; i++ {
		if readMark(t, fmt.Sprint(folder, "/", i)).startedAt.Before(readMark(t, fmt.Sprint(folder, "/", i-1)).finishedAt) {
			t.Errorf("%d did not wait for its predecessor", i)
		}
	}
}
