package main_test

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// forgeries are commands that leave a mark of success and then fail. Their directory is the directory of the mark.
var forgeries = map[string]string{
	"leaves a mark": "echo '{}' >done; exit 51",
	"leaves a mark and removes the unfinished one":       "rm .done.unfinished; echo '{}' >done; exit 51",
	"leaves a directory as a mark":                       "rm .done.unfinished; mkdir -p done/x; exit 51",
	"leaves a link as a mark":                            "rm .done.unfinished; ln -s /etc/passwd done; exit 51",
	"leaves a pipe as a mark":                            "rm .done.unfinished; mkfifo done; exit 51",
	"leaves a mark that nobody may read":                 "rm .done.unfinished; echo >done; chmod 0 done; exit 51",
	"replaces the unfinished mark by a directory":        "rm .done.unfinished; mkdir .done.unfinished; echo >done; exit 51",
	"replaces the unfinished mark by a pipe":             "rm .done.unfinished; mkfifo .done.unfinished; echo >done; exit 51",
	"replaces the unfinished mark by a link to nowhere":  "rm .done.unfinished; ln -s nowhere .done.unfinished; echo >done; exit 51",
	"replaces the unfinished mark by a link to its mark": "rm .done.unfinished; echo >done; ln done .done.unfinished; exit 51",
	"puts a directory in place of the failure":           "mkdir -p done.err/x; echo >done; exit 51",
	"puts a locked directory in place of the failure":    "mkdir done.err; chmod 0 done.err; rm .done.unfinished; echo >done; exit 51",
	"puts a link to nowhere in place of the failure":     "rm .done.unfinished; ln -s nowhere done.err; echo >done; exit 51",
	"puts a link to its mark in place of the failure":    "rm .done.unfinished; ln -s done done.err; echo >done; exit 51",
	"puts the unfinished mark in place of the failure":   "ln .done.unfinished done.err; echo >done; exit 51",
	"links its mark to the failure":                      "rm .done.unfinished; echo >done; ln done done.err; exit 51",
	"takes the rights of the directory away":             "rm .done.unfinished; echo >done; chmod 0555 .; exit 51",
	"leaves a mark through a descriptor of its child":    "rm .done.unfinished; echo >done; (setsid sh -c 'exec 3>>done; while :; do sleep 1; done' &); exit 51",
	"is killed after it has left a mark":                 "rm .done.unfinished; echo >done; kill -KILL $$",
	"has itself ended by the signal of the kernel":       "rm .done.unfinished; echo >done; ulimit -t 1; while :; do :; done",
}

// hostilePhase is a phase whose command owns the directory of its mark and of its token.
type hostilePhase struct {
	folder string
	tokens tokens
	user   *syscall.SysProcAttr
}

func newHostilePhase(t *testing.T) hostilePhase {
	t.Helper()
	user := asSomebodyElse()
	if user == nil {
		t.Skip("nothing can be run as another user here")
	}
	folder, other := openFolder(t), openFolder(t)
	phase := hostilePhase{folder, tokens{folder + "/token", other + "/copy"}, user}
	for _, path := range []string{phase.tokens.file, phase.tokens.copied} {
		writeFile(t, path, token)
		must(t, os.Chown(path, int(user.Credential.Uid), int(user.Credential.Gid)))
	}
	must(t, os.Chown(folder, int(user.Credential.Uid), int(user.Credential.Gid)))
	return phase
}

// run runs a command with a lock and a token, as in a Pod with regular containers.
func (phase hostilePhase) run(t *testing.T, script string) ending {
	t.Helper()
	attributes := asFirst(t)
	attributes.Credential = phase.user.Credential
	words := []string{"run", "--lock=" + phase.folder, "--token=" + phase.tokens.file, "--post_file=" + phase.folder + "/done",
		"--", "sh", "-c", "cd " + phase.folder + "; " + script}
	return begin(t, launch{words: words, attributes: attributes}).end()
}

// next runs the phase after it. isProven is false if that phase does not compare the token.
func (phase hostilePhase) next(t *testing.T, isProven bool, flags ...string) ending {
	t.Helper()
	words := append([]string{"run", "--wait_lock", "--wait_file=" + phase.folder + "/done"}, flags...)
	if isProven {
		words = append(words, "--returned="+phase.tokens.file+","+phase.tokens.copied)
	}
	return begin(t, launch{words: append(words, "--", "echo", "ran"), attributes: phase.user}).end()
}

func TestFailedPhaseStartsNoOtherWhateverItsCommandLeaves(t *testing.T) {
	t.Parallel()
	for name, script := range forgeries {
		name, script := name, script
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			phase := newHostilePhase(t)
			if e := phase.run(t, script); e.code == 0 {
				t.Error("the phase has not failed")
			}
			// Nothing but the token can help if the waiter may not write to the directory.
			isProven := name == "takes the rights of the directory away"
			if e := phase.next(t, isProven); e.stdout != "" || (e.code != 121 && !isProven) || (e.code != 123 && isProven) {
				t.Errorf("the next phase ended with %d and printed %q and %q. The directory has %s", e.code, e.stdout, e.stderr, namesIn(t, phase.folder))
			}
		})
	}
}

// The command overwrites, moves and replaces the token. It cannot know it.
func TestForgedTokenStartsNoPhase(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"writes a token":         "printf %064d 7 >token; rm .done.unfinished; echo >done; chmod 0555 .; exit 51",
		"removes its token":      "rm token",
		"replaces its token":     "rm token; printf %064d 7 >token",
		"moves its token":        "mv token other; cp other token",
		"puts a pipe in place":   "rm token; mkfifo token",
		"links to another file":  "rm token; ln -s /etc/passwd token",
		"puts a directory there": "rm token; mkdir token",
		"lets nobody read it":    "chmod 0 token",
	} {
		name, script := name, script
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			phase := newHostilePhase(t)
			_ = phase.run(t, script)
			if e := phase.next(t, true); e.stdout != "" || (e.code != 121 && e.code != 123) {
				t.Errorf("the next phase ended with %d and printed %q and %q", e.code, e.stdout, e.stderr)
			}
		})
	}
}

// The waiter is process 1, so only the kernel can end it, for example because memory runs out.
func TestMarkOfAPhaseWhoseWaiterIsKilledStartsNoPhase(t *testing.T) {
	t.Parallel()
	phase := newHostilePhase(t)
	attributes := asFirst(t)
	attributes.Credential = phase.user.Credential
	words := []string{"run", "--lock=" + phase.folder, "--token=" + phase.tokens.file, "--post_file=" + phase.folder + "/done",
		"--", "sh", "-c", "cd " + phase.folder + "; echo >done; echo forged; while :; do sleep 1; done"}
	p := begin(t, launch{words: words, attributes: attributes})
	p.awaitOutput("forged")
	must(t, p.command.Process.Kill())
	_ = p.end()
	if e := phase.next(t, false); e.stdout != "ran\n" {
		t.Errorf("the attack has failed without tokens, so it proves nothing: %d, %q", e.code, e.stderr)
	}
	phase.next(t, true).expectFailure(t, 123, "an earlier phase has not ended, or has failed", "")
}

func TestPhaseStartsAfterAPhaseWithALockAndAToken(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{"that forges nothing": "true", "that leaves a mark first": "echo '{}' >done"} {
		script := script
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			phase := newHostilePhase(t)
			phase.run(t, script).expectCode(t, 0)
			if e := phase.next(t, true); e.code != 0 || e.stdout != "ran\n" {
				t.Errorf("the next phase ended with %d and printed %q and %q", e.code, e.stdout, e.stderr)
			}
		})
	}
}

// In a Pod with regular containers, all waiters start before the first phase writes the tokens.
func TestTokenIsTakenAfterTheWait(t *testing.T) {
	t.Parallel()
	folder, written := t.TempDir(), newTokens(t)
	must(t, os.Remove(written.file))
	p := beginAsFirst(t, "run", "--lock="+folder, "--token="+written.file, "--wait_file="+folder+"/x", "--", "cat", written.file)
	p.awaitWatch()
	writeFile(t, written.file, token)
	appear(t, folder+"/x", "")
	e := p.end()
	e.expectCode(t, 0)
	if e.stdout != strings.Repeat("\x00", len(token)) {
		t.Errorf("the command reads %q", e.stdout)
	}
	written.next(t).expectCode(t, 0)
}
