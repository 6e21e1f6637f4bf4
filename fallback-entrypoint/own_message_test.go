package main_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// Tekton adds its own data to what is in the file, and takes results in it for results of the TaskRun.
func TestOwnMessageHasNothingOfTheCommand(t *testing.T) {
	t.Parallel()
	const forged = `printf '[{"key":"IMAGES","value":"x","type":1}]' >"$0"; `
	for name, tt := range map[string]struct {
		script string
		code   int
	}{
		"of one that succeeds":          {forged, 0},
		"of one that fails":             {forged + "exit 3", 3},
		"of one that is killed":         {forged + "kill -KILL $$", 137},
		"of one that removes it":        {`mv "$0" "$0.other"; ` + forged + `ln -f "$0" "$0.linked"`, 0},
		"of a process that it leaves":   {`(setsid sh -c 'while :; do printf forged >>"$0"; done' "$0" &); until [ -s "$0" ]; do :; done`, 0},
		"of a descriptor that is open":  {`exec 3>>"$0"; ` + forged + `(sleep 60 >&3 &); printf more >&3`, 0},
		"of one that makes it very big": {`head -c 1000000 /dev/zero >"$0"`, 0},
	} {
		tt := tt
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			written, path := newTokens(t), t.TempDir()+"/termination"
			writeFile(t, path, "")
			kept, err := os.Open(path)
			must(t, err)
			t.Cleanup(func() { _ = kept.Close() })
			words := []string{"run", "--token=" + written.file, "--termination_path=" + path, "--own_message", "--", "sh", "-c", tt.script, path}
			beginAsFirst(t, words...).end().expectCode(t, tt.code)
			// The kubelet reads the file that it has mounted, whatever is at the path.
			if info, err := kept.Stat(); err != nil || info.Size() != 0 {
				t.Errorf("the message has %d bytes", info.Size())
			}
		})
	}
}

func TestOwnMessageHasTheSentenceOfTheWaiter(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/termination"
	writeFile(t, path, "")
	beginAsFirst(t, "run", "--lock="+t.TempDir(), "--timeout=300ms", "--termination_path="+path, "--own_message", "--", "sh", "-c",
		"printf forged >"+path+"; sleep 60").end().expectFailure(t, 124, "ended after 300ms", path)
}

func TestCommandDoesNotRunIfItsMessageCannotBeOpened(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(path string) error{
		"because it is missing":      func(string) error { return nil },
		"because it is a directory":  func(path string) error { return os.Mkdir(path, 0o700) },
		"because a link leads there": func(path string) error { return os.Symlink("/dev/null", path) },
	} {
		leave := leave
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			must(t, leave(folder+"/termination"))
			waiter(t, "run", "--termination_path="+folder+"/termination", "--own_message", "--", "touch", folder+"/ran").
				expectFailure(t, 125, "cannot open the termination message "+folder+"/termination: ", "")
			if exists(folder + "/ran") {
				t.Error("the command ran")
			}
		})
	}
}

// The message has the form and the largest size that Tekton's entrypoint accepts, so the entrypoint can add nothing to it.
func TestRefusalFillsTheTerminationMessage(t *testing.T) {
	t.Parallel()
	written := newTokens(t)
	writeFile(t, written.file, strings.Repeat("\x00", 64))
	path := t.TempDir() + "/termination"
	writeFile(t, path, "")
	if e := waiter(t, "run", "--returned="+written.file+","+written.copied, "--termination_path="+path, "--own_message", "--", "true"); e.code != 123 {
		t.Errorf("it ended with %d", e.code)
	}
	var results []struct {
		Key, Value string
		Type       int
	}
	message := readFile(t, path)
	must(t, json.Unmarshal([]byte(message), &results))
	if len(message) != 4096 || results[0].Key != "ExitCode" || results[0].Value != "123" || results[0].Type != 3 {
		t.Errorf("the message has %d bytes and begins with %v", len(message), results[0])
	}
	var compressed bytes.Buffer
	writer, err := flate.NewWriter(&compressed, flate.BestCompression)
	must(t, err)
	_, err = writer.Write([]byte(message))
	must(t, err)
	must(t, writer.Close())
	if size := base64.RawStdEncoding.EncodedLen(compressed.Len()); size < 4000 {
		t.Errorf("compressed, it has %d bytes", size)
	}
}
