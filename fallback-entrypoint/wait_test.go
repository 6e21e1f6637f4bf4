package main_test

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// volume simulates a volume with a Pod's annotations. Like the kubelet, it updates files by replacing the
// symbolic link `..data`, which points to a directory with a timestamp.
type volume struct {
	t      *testing.T
	folder string
}

func newVolume(t *testing.T, text string) volume {
	t.Helper()
	v := volume{t, t.TempDir()}
	v.show("..1", text)
	must(t, os.Symlink("..data/ready", v.folder+"/ready"))
	return v
}

func (v volume) show(version, text string) {
	v.t.Helper()
	makeFolder(v.t, v.folder+"/"+version)
	writeFile(v.t, v.folder+"/"+version+"/ready", text)
	must(v.t, os.Symlink(version, v.folder+"/..data_tmp"))
	must(v.t, os.Rename(v.folder+"/..data_tmp", v.folder+"/..data"))
}

func TestContentOfADownwardAPIVolume(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file    string
		removesOldOne bool
	}{
		{"by the file's name", "/ready", true},
		{"by the name of a file whose older version stays", "/ready", false},
		{"by the link between", "/..data/ready", true},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := newVolume(t, "")
			p := waiting(t, "run", "--wait_file="+v.folder+tt.file, "--wait_file_content", "--", "cat", v.folder+"/ready")
			p.awaitWatch()
			v.show("..2", "")
			must(t, os.RemoveAll(v.folder+"/..1"))
			v.show("..3", "yes")
			if tt.removesOldOne {
				must(t, os.RemoveAll(v.folder+"/..2"))
			}
			e := p.end()
			e.expectCode(t, 0)
			if e.stdout != "yes" {
				t.Errorf("the command read %q", e.stdout)
			}
		})
	}
}

func TestContentIsSeenWithoutInotifyEvents(t *testing.T) {
	t.Parallel()
	folder, elsewhere := t.TempDir(), t.TempDir()
	writeFile(t, elsewhere+"/ready", "")
	must(t, os.Symlink(elsewhere+"/ready", folder+"/ready"))
	p := waiting(t, "run", "--wait_file="+folder+"/ready", "--wait_file_content", "--", "true")
	p.awaitWatch()
	// The waiter must not see the content at its first poll.
	time.Sleep(1500 * time.Millisecond)
	writeFile(t, elsewhere+"/ready", "yes")
	p.end().expectCode(t, 0)
}

func TestContentIsSeenBeforeTheNextPoll(t *testing.T) {
	t.Parallel()
	// The waiter polls once a second in any case. A slow machine can be late, but not every time.
	fastest := patience
	for i := 0; i < 5 && fastest > 500*time.Millisecond; i++ {
		folder := t.TempDir()
		writeFile(t, folder+"/ready", "")
		p := waiting(t, "run", "--wait_file="+folder+"/ready", "--wait_file_content", "--", "true")
		p.awaitWatch()
		begin := time.Now()
		writeFile(t, folder+"/ready", "yes")
		p.end().expectCode(t, 0)
		if took := time.Since(begin); took < fastest {
			fastest = took
		}
	}
	if fastest > 500*time.Millisecond {
		t.Errorf("it took %v at least", fastest)
	}
}

func TestWaitTimeoutStopsTheWait(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, flags, sentence string }{
		{"of one file", "--wait_file=@/x", "/x did not appear within 100ms (--wait_timeout)"},
		{"of the one that is not there", "--wait_file=@/there,@/x", "/x did not appear within 100ms (--wait_timeout)"},
		{"of content", "--wait_file=@/there --wait_file_content", "/there stayed empty within 100ms (--wait_timeout)"},
		{"of the one that is empty", "--wait_file=@/full,@/there --wait_file_content", "/there stayed empty within"},
		{"of what is not there for its content", "--wait_file=@/x --wait_file_content", "/x did not appear within"},
		{"of a directory that is not there", "--wait_file=@/d/x", "/d/x did not appear within"},
	} {
		tt := tt
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			writeFile(t, folder+"/there", "")
			writeFile(t, folder+"/full", "content")
			flags := strings.Fields(strings.ReplaceAll(tt.flags, "@", folder))
			words := append([]string{"run", "--wait_timeout=100ms", "--post_file=" + folder + "/mark",
				"--termination_path=" + folder + "/message"}, flags...)
			begin := time.Now()
			e := waiter(t, append(words, "--", "touch", folder+"/ran")...)
			if took := time.Since(begin); took < 100*time.Millisecond {
				t.Errorf("it waited for %v only", took)
			}
			e.expectFailure(t, 122, tt.sentence, folder+"/message")
			expectFailureMark(t, folder+"/mark", "TimeoutExceeded", 122)
			if exists(folder + "/ran") {
				t.Error("the command ran")
			}
		})
	}
}

func TestWaitTimeoutDoesNotApplyToTheCommand(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := waiting(t, "run", "--wait_file="+folder+"/x", "--wait_timeout=1s", "--", "sleep", "1.5")
	p.awaitWatch()
	appear(t, folder+"/x", "")
	p.end().expectCode(t, 0)
}

func TestFileThatAppearsWhileTheWaiterIsStoppedIsInTime(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var all []*process
	for i := 0; i < 8; i++ {
		p := waiting(t, "run", "--wait_file="+folder+"/x", "--wait_timeout=2s", "--", "true")
		p.awaitWatch()
		p.stop()
		all = append(all, p)
	}
	appear(t, folder+"/x", "")
	// The timeout passes without a visible effect.
	time.Sleep(2100 * time.Millisecond)
	for _, p := range all {
		p.send(syscall.SIGCONT)
		p.end().expectCode(t, 0)
	}
}

func TestWaitFailsBelowAFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeFile(t, folder+"/file", "")
	e := waiter(t, "run", "--wait_file="+folder+"/file/x", "--post_file="+folder+"/mark",
		"--termination_path="+folder+"/message", "--", "true")
	e.expectFailure(t, 125, "cannot wait for "+folder+"/file/x: not a directory", folder+"/message")
	expectFailureMark(t, folder+"/mark", "Error", 125)
}

func TestWaitFailsForATooLongName(t *testing.T) {
	t.Parallel()
	e := waiter(t, "run", "--wait_file=/tmp/"+strings.Repeat("n", 256), "--", "true")
	e.expectFailure(t, 125, "file name too long", "")
	// These files cannot have a mark of failure.
	folder := t.TempDir()
	path := folder + "/" + strings.Repeat("n", 255)
	p := waiting(t, "run", "--wait_file="+path, "--", "true")
	p.awaitWatch()
	writeFile(t, path, "")
	p.end().expectCode(t, 0)
}
