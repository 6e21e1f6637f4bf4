package main_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const switched = "[run-image]\nreference = \"registry.example/run:full\"\nimage = \"registry.example/run:full\"\n"

// phase runs the guard before a phase whose program prints its arguments.
func (w world) phase(words []string, command ...string) ending {
	w.t.Helper()
	words = append([]string{words[0], "-termination-path=" + w.path("message")}, words[1:]...)
	words = append(words, "--", "/bin/echo")
	process := exec.Command(program, append(words, command...)...)
	var out strings.Builder
	process.Stdout = &out
	_ = process.Run()
	message, err := os.ReadFile(w.path("message"))
	w.must(err)
	return ending{process.ProcessState.ExitCode(), out.String(), string(message)}
}

// restore runs the guard before restore, after detect with one image extension.
func (w world) restore(flags ...string) ending {
	w.t.Helper()
	words := append([]string{"before-restore", "-run-image=registry.example/run:base", "-from=" + w.path("detected/analyzed.toml"),
		"-generated=" + w.path("detected/generated")}, flags...)
	return w.phase(words, "-analyzed="+w.path("analyzed.toml"), "-group="+w.path("detected/group.toml"))
}

func detectedWorld(t *testing.T, detected string) world {
	t.Helper()
	w := someWorld(t)
	w.must(os.MkdirAll(w.path("detected/generated/example_curl"), 0o755))
	w.write("detected/group.toml", group+"[[group-extensions]]\nid = \"example/curl\"\nversion = \"1.0.0\"\n")
	w.write("detected/generated/example_curl/run.Dockerfile", "FROM registry.example/run:full\n")
	w.write("detected/analyzed.toml", detected)
	return w
}

func (w world) analyzed() string {
	w.t.Helper()
	content, err := os.ReadFile(w.path("analyzed.toml"))
	w.must(err)
	return string(content)
}

func TestDetectGetsACopyOfItsOwn(t *testing.T) {
	t.Parallel()
	w := someWorld(t)
	w.must(os.Mkdir(w.path("detected"), 0o755))
	e := w.phase([]string{"before-detect", "-from=" + w.path("analyzed.toml")}, "-analyzed="+w.path("detected/analyzed.toml"), "-app=/workspace")
	copied, err := os.ReadFile(w.path("detected/analyzed.toml"))
	if e.code != 0 || !strings.HasSuffix(e.stdout, " -app=/workspace\n") || err != nil || string(copied) != analyzed {
		t.Errorf("it ended with %d, printed %q, and copied %q (%v)", e.code, e.stdout, copied, err)
	}
}

func TestAllowedRunImageIsTaken(t *testing.T) {
	t.Parallel()
	for name, flag := range map[string]string{
		"of the builder":        "-run-image=registry.example/run:full",
		"of a pattern":          "-run-image-pattern=registry.example/*",
		"of the second pattern": "-run-image-pattern=registry.example/run",
	} {
		w := detectedWorld(t, switched)
		e := w.restore("-run-image-pattern=registry.example/never", flag)
		if e.code != 0 || !strings.HasPrefix(e.stdout, "taskpack-export: image extensions switch to the run image registry.example/run:full\n-analyzed=") {
			t.Errorf("%s: it ended with %d, printed %q, and the message is %q", name, e.code, e.stdout, e.message)
		}
		if got := w.analyzed(); !strings.Contains(got, "registry.example/run:full") || strings.Contains(got, "run:base") || !strings.Contains(got, "team/app@sha256:"+zeros) {
			t.Errorf("%s: analyzed.toml is %q", name, got)
		}
	}
}

func TestNothingElseThatDetectWroteSurvives(t *testing.T) {
	t.Parallel()
	w := detectedWorld(t, switched+"extend = false\n[run-image.target]\nos = \"evil\"\n[image]\nreference = \"registry.example/other-team/private\"\n[metadata]\nsha = \"evil\"\n[build-image]\nreference = \"evil\"\n")
	if e := w.restore("-run-image=registry.example/run:full"); e.code != 0 {
		t.Errorf("it ended with %d: %s", e.code, e.message)
	}
	if got := w.analyzed(); strings.Contains(got, "evil") || strings.Contains(got, "private") {
		t.Errorf("analyzed.toml is %q", got)
	}
}

func TestUnchangedFileStaysAsItIs(t *testing.T) {
	t.Parallel()
	for name, detected := range map[string]string{
		"the copy":              analyzed,
		"another digest alone":  strings.ReplaceAll(analyzed, zeros, strings.ReplaceAll(zeros, "0", "1")),
		"no run image":          "[metadata]\n",
		"without a name":        "[run-image]\nreference = \"registry.example/private\"\n",
		"another layer of data": analyzed + "[metadata]\nsha = \"evil\"\n",
	} {
		w := detectedWorld(t, detected)
		if e := w.restore(); e.code != 0 || w.analyzed() != analyzed {
			t.Errorf("%s: it ended with %d (%s), and analyzed.toml is %q", name, e.code, e.message, w.analyzed())
		}
	}
	w := detectedWorld(t, analyzed)
	w.must(os.RemoveAll(w.path("detected/analyzed.toml")))
	if e := w.restore(); e.code != 0 || w.analyzed() != analyzed {
		t.Errorf("without the copy, it ended with %d (%s)", e.code, e.message)
	}
}

func TestRunImageOutsideTheListIsRefusedWithTheExtension(t *testing.T) {
	t.Parallel()
	for name, image := range map[string]string{
		"another team's":        "registry.example/other-team/private",
		"another tag":           "registry.example/run:other",
		"a digest of the image": "registry.example/run@sha256:" + zeros,
		"a longer name":         "registry.example/run/private:full",
		"another registry":      "registry.example.org/run:full",
	} {
		w := detectedWorld(t, strings.ReplaceAll(switched, "registry.example/run:full", image))
		e := w.restore("-run-image=registry.example/run:full", "-run-image-pattern=registry.example/runs/*")
		w.expectRefused(e, "the image extension \"example/curl\" switches to the run image \""+image+"\", which neither the Build nor the builder names")
		if w.analyzed() != analyzed {
			t.Errorf("%s: analyzed.toml is %q", name, w.analyzed())
		}
	}
}

func TestTextThatIsNoReferenceIsRefused(t *testing.T) {
	t.Parallel()
	for _, image := range []string{
		"registry.example/run:full extra",
		"registry.example/runs:${version}",
		"registry.example/runs/../private:full",
		"registry.example/runs/../../v2/private",
		"registry.example/runs/./full",
		"registry.example/runs//full",
		"registry.example/runs/full:..",
		"registry.example/runs/full:.",
	} {
		w := detectedWorld(t, strings.ReplaceAll(switched, "registry.example/run:full", image))
		e := w.restore("-run-image=registry.example/run:full", "-run-image-pattern=registry.example/*", "-run-image-pattern=registry.example/runs/*")
		w.expectRefused(e, "switches to the run image \""+image+"\", which is not an image reference")
	}
}

func TestLocalhostWithoutAPortIsNotDockerHub(t *testing.T) {
	t.Parallel()
	w := detectedWorld(t, strings.ReplaceAll(switched, "registry.example/run:full", "busybox"))
	w.expectRefused(w.restore("-run-image-pattern=localhost/*"), "switches to the run image \"busybox\", which neither")
}

func TestOutputThatNothingAppliesIsRefusedWithTheExtension(t *testing.T) {
	t.Parallel()
	w := detectedWorld(t, switched+"extend = true\n")
	w.expectRefused(w.restore("-run-image=registry.example/run:full"), "the image extension \"example/curl\" generates a run.Dockerfile with more than FROM")
	w = detectedWorld(t, switched)
	w.write("detected/generated/example_curl/build.Dockerfile", "FROM x\n")
	w.expectRefused(w.restore("-run-image=registry.example/run:full"), "the image extension \"example/curl\" generates a build.Dockerfile, which runs as root")
	w.write("message", "")
	if e := w.restore("-extend-build-image", "-run-image=registry.example/run:full"); e.code != 0 || e.message != "" {
		t.Errorf("with -extend-build-image, it ended with %d: %s", e.code, e.message)
	}
	w.must(os.Remove(w.path("detected/generated/example_curl/build.Dockerfile")))
	w.link("detected/generated/example_curl/build.Dockerfile", "analyzed.toml")
	w.expectRefused(w.restore("-extend-build-image", "-run-image=registry.example/run:full"), "a build.Dockerfile that is not a regular file")
}

func TestDockerfileThatTheLifecycleIgnoresIsRefusedIfItsExtensionPasses(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		files []string
		code  int
	}{
		"without a program":        {[]string{"example_curl/1.0.0/generate/build.Dockerfile"}, 113},
		"with a program":           {[]string{"example_curl/1.0.0/generate/build.Dockerfile", "example_curl/1.0.0/bin/generate"}, 0},
		"of another extension":     {[]string{"example_other/1.0.0/generate/build.Dockerfile"}, 0},
		"a run.Dockerfile":         {[]string{"example_curl/1.0.0/generate/run.Dockerfile"}, 0},
		"of a builder without any": {nil, 0},
	} {
		w := detectedWorld(t, analyzed)
		for _, file := range tt.files {
			w.must(os.MkdirAll(filepath.Dir(w.path("extensions/"+file)), 0o755))
			w.write("extensions/"+file, "FROM x\n")
		}
		words := []string{"before-detect", "-from=" + w.path("analyzed.toml"), "--", "/bin/true", "-analyzed=" + w.path("detected/analyzed.toml")}
		detect := exec.Command(program, words...)
		detect.Env = append(os.Environ(), "CNB_EXTENSIONS_DIR="+w.path("extensions"))
		w.must(detect.Run())
		if e := w.restore(); e.code != tt.code || strings.Contains(e.message, "the image extension \"example/curl\" has a build.Dockerfile but no bin/generate") != (tt.code == 113) {
			t.Errorf("%s: it ended with %d: %s", name, e.code, e.message)
		}
	}
}

func TestFilesOfDetectAreNotFollowed(t *testing.T) {
	t.Parallel()
	for path, sentence := range map[string]string{
		"detected/analyzed.toml":       "FOLDER/detected/analyzed.toml is a symbolic link",
		"detected/group.toml":          "FOLDER/detected/group.toml is a symbolic link",
		"detected/generated":           "FOLDER/detected/generated is not a directory",
		"detected/ignored-dockerfiles": "FOLDER/detected/ignored-dockerfiles is a symbolic link",
	} {
		w := detectedWorld(t, switched)
		w.link(path, "other/secret.toml")
		w.expectRefused(w.restore("-run-image=registry.example/run:full"), sentence)
	}
	for text, sentence := range map[string]string{
		"[run-image]\nimage = \"a\"\nIMAGE = \"b\"\n": "the key image occurs in several spellings",
		"[run-image]\nimage = 1\n":                    "image is not a string",
		"run-image = 1\n":                             "run-image is not a table",
		"[run-image":                                  "analyzed.toml is not valid TOML",
	} {
		w := detectedWorld(t, text)
		w.expectRefused(w.restore(), sentence)
	}
	w := detectedWorld(t, switched)
	w.write("detected/group.toml", "[[group-extensions]]\nid = \"..\"\n")
	w.expectRefused(w.restore(), "\"..\" is not the ID of an image extension")
}

func TestExportAcceptsTheRunImagesOfAPattern(t *testing.T) {
	t.Parallel()
	w := someWorld(t)
	w.write("analyzed.toml", "[run-image]\nreference = \"registry.example/runs/full@sha256:"+zeros+"\"\nimage = \"registry.example/runs/full\"\n")
	w.expectRefused(w.exportDefault(), "run-image.reference is")
	w.write("message", "")
	w.expectRun(w.export("-run-image=registry.example/run:base", "-run-image-pattern=registry.example/runs/*"))
}

func TestPatternsMatchRepositories(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/patterns.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Pattern, Image string
		Matches        bool
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) < 20 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	for _, one := range cases {
		w := detectedWorld(t, "[run-image]\nimage = \""+one.Image+"\"\n")
		e := w.restore("-run-image-pattern=" + one.Pattern)
		isRefused := e.code == 113 && strings.Contains(e.message, "switches to the run image")
		if isRefused == one.Matches || (e.code != 0) == one.Matches {
			t.Errorf("%s and %s: it ended with %d: %s", one.Pattern, one.Image, e.code, e.message)
		}
	}
}

func TestSeveralExtensionsAreNamed(t *testing.T) {
	t.Parallel()
	w := detectedWorld(t, switched)
	w.write("detected/group.toml", "[[group-extensions]]\nid = \"example/curl\"\n[[group-extensions]]\nid = \"example/git\"\n")
	w.expectRefused(w.restore(), "the image extension \"example/curl\" switches to")
	w.write("message", "")
	w.must(os.Mkdir(w.path("detected/generated/example_git"), 0o755))
	w.write("detected/generated/example_git/run.Dockerfile", "FROM x\n")
	w.expectRefused(w.restore(), "one of the image extensions \"example/curl\", \"example/git\" switches to")
	w.write("message", "")
	w.must(os.RemoveAll(w.path("detected/generated")))
	w.expectRefused(w.restore(), "one of the image extensions \"example/curl\", \"example/git\" switches to")
	w.write("message", "")
	w.write("detected/group.toml", "")
	w.expectRefused(w.restore(), "an image extension switches to")
}

func TestArgumentsOfOtherModesAreChecked(t *testing.T) {
	t.Parallel()
	for message, words := range map[string][]string{
		"the flag -from is missing":                   {"before-detect", "--", "/bin/echo", "-analyzed=a"},
		"the program's argument -analyzed is missing": {"before-detect", "-from=a", "--", "/bin/echo"},
		"the program's argument -group is missing":    {"before-restore", "-run-image=a", "-from=a", "-generated=b", "--", "/bin/echo", "-analyzed=a"},
		"the flag -generated is missing":              {"before-restore", "-run-image=a", "-from=a", "--", "/bin/echo", "-analyzed=a", "-group=b"},
		"the flag -run-image is missing":              {"before-restore", "-generated=b", "-from=a", "--", "/bin/echo", "-analyzed=a", "-group=b"},
	} {
		process := exec.Command(program, words...)
		output, _ := process.CombinedOutput()
		if code := process.ProcessState.ExitCode(); code != 3 || string(output) != "ERROR: taskpack-export: "+message+"\n" {
			t.Errorf("it ended with %d and printed %q instead of %q", code, output, message)
		}
	}
}
