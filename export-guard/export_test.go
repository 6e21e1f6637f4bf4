package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestHarmlessBuildIsExported(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(w world)
		flags  []string
	}{
		"as the lifecycle leaves it": {func(world) {}, nil},
		"without a previous image":   {func(w world) { w.write("analyzed.toml", "[run-image]\nreference = \"registry.example/run:x\"\n") }, nil},
		"before Platform API 0.12": {func(w world) {
			w.write("analyzed.toml", "[run-image]\nreference = \"registry.example/run@sha256:"+zeros+"\"\n")
		}, nil},
		"without analyzed.toml":             {func(w world) { w.must(os.Remove(w.path("analyzed.toml"))) }, nil},
		"without directories of buildpacks": {func(w world) { w.must(os.RemoveAll(w.path("layers"))) }, nil},
		"with another previous image": {func(w world) {
			w.write("analyzed.toml", strings.Replace(analyzed, "team/app", "team/previous", 1))
		}, []string{"-previous-image=registry.example/team/previous:3"}},
		"with a mirror of the run image": {func(w world) {
			w.write("analyzed.toml", strings.Replace(analyzed, "registry.example/run@", "mirror.example/run@", 1))
		}, []string{"-run-image=mirror.example/run"}},
		"with a link in a layer": {func(w world) { w.link("layers/example_node/modules/link", "other") }, nil},
		// The exporter archives these as they are.
		"with a link in place of a layer": {func(w world) { w.link("layers/example_node/modules", "other") }, nil},
		"with a FIFO in place of a layer": {func(w world) {
			w.must(os.RemoveAll(w.path("layers/example_node/modules")))
			w.must(syscall.Mkfifo(w.path("layers/example_node/modules"), 0o644))
		}, nil},
		"with a layer whose name ends in .toml": {func(w world) {
			w.must(os.Mkdir(w.path("layers/example_node/x.toml"), 0o755))
			w.write("layers/example_node/x.toml.toml", "[types]\nlaunch = true\n")
		}, nil},
		"with a link to a bill of materials": {func(w world) {
			w.must(os.MkdirAll(w.path("layers/sbom/launch/example_node/modules"), 0o755))
			w.link("layers/sbom/launch/example_node/modules/sbom.cdx.json", "other/secret.toml")
		}, nil},
		"with the bills of materials of the lifecycle": {func(w world) {
			w.must(os.MkdirAll(w.path("layers/sbom/launch/buildpacksio_lifecycle/launcher"), 0o755))
			w.write("layers/sbom/launch/buildpacksio_lifecycle/launcher/sbom.cdx.json", "{}")
		}, nil},
	} {
		tt := tt
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := someWorld(t)
			tt.change(w)
			w.expectRun(w.export(append([]string{"-run-image=registry.example/run:base"}, tt.flags...)...))
		})
	}
}

func TestNamesOfDockerHubAreTheLifecycles(t *testing.T) {
	t.Parallel()
	w := someWorld(t)
	w.write("analyzed.toml", "[run-image]\nreference = \"index.docker.io/library/run@sha256:"+zeros+"\"\n")
	w.expectRun(w.export("-run-image=run:base"))
}

func TestForeignImageIsRefused(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ from, to, sentence string }{
		"previous image":                     {"team/app", "other-team/private", "image.reference is \"registry.example/other-team/private@sha256:" + zeros + "\", which is not in the repository of [registry.example/team/app:1]"},
		"previous image by a longer name":    {"team/app", "team/app/private", "image.reference is"},
		"previous image of another registry": {"registry.example/team", "other.example/team", "image.reference is"},
		"run image":                          {"registry.example/run@", "registry.example/private@", "run-image.reference is"},
		"name of the run image":              {"registry.example/run:base", "registry.example/private", "run-image.image is"},
		"extension":                          {"image = \"registry.example/run:base\"", "extend = true", "run-image.extend is set"},
		"other spelling":                     {"[run-image]", "[IMAGE]\nreference = \"registry.example/other-team/private\"\n[run-image]", "the key image occurs in several spellings"},
		"other spelling of the reference":    {"reference = \"registry.example/team/app", "Reference = \"x\"\nreference = \"registry.example/team/app", "the key reference occurs in several spellings"},
		"other type":                         {"[image]\nreference = \"registry.example/team/app@sha256:" + zeros + "\"", "image = 1", "image is not a table"},
		"no reference":                       {"registry.example/team/app@", "::", "image.reference is not an image reference"},
	} {
		tt := tt
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := someWorld(t)
			w.write("analyzed.toml", strings.Replace(analyzed, tt.from, tt.to, 1))
			w.expectRefused(w.exportDefault(), tt.sentence)
		})
	}
}

func TestReplacedDirectoryIsRefusedWithTheBuildpack(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ path, sentence string }{
		"of a buildpack":           {"layers/example_node", "the buildpack example/node has replaced a file: FOLDER/layers/example_node is not a directory"},
		"of the last buildpack":    {"layers/example_npm", "the buildpack example/npm has replaced a file"},
		"metadata of a layer":      {"layers/example_node/modules.toml", "the buildpack example/node has replaced a file: FOLDER/layers/example_node/modules.toml is not a regular file"},
		"store":                    {"layers/example_node/store.toml", "FOLDER/layers/example_node/store.toml is not a regular file"},
		"configuration":            {"layers/config", "a buildpack of the group [example/node example/npm] has replaced a directory: FOLDER/layers/config is not a directory"},
		"bills of materials":       {"layers/sbom", "FOLDER/layers/sbom is not a directory"},
		"launch bills":             {"layers/sbom/launch", "FOLDER/layers/sbom/launch is not a directory"},
		"the lifecycle's own bill": {"layers/sbom/launch/buildpacksio_lifecycle", "buildpacksio_lifecycle is not a directory"},
		"a bill of the launcher":   {"layers/sbom/launch/buildpacksio_lifecycle/launcher/sbom.cdx.json", "a buildpack of the group [example/node example/npm] has replaced a file: FOLDER/layers/sbom/launch/buildpacksio_lifecycle/launcher/sbom.cdx.json is not a regular file"},
		"a bill of the lifecycle":  {"layers/sbom/build/buildpacksio_lifecycle/sbom.cdx.json", "lifecycle/sbom.cdx.json is not a regular file"},
		"the launcher's bills":     {"layers/sbom/launch/buildpacksio_lifecycle/launcher", "lifecycle/launcher is not a regular file"},
		"hash of a layer":          {"layers/example_node/modules.sha", "FOLDER/layers/example_node/modules.sha is not a regular file"},
		"all layers":               {"layers", "FOLDER/layers is not a directory"},
		"extended run image":       {"layers/extended", "extended, but the Build extends no run image"},
		"the labels":               {"layers/config/metadata.toml", "metadata.toml is a symbolic link"},
		"the group":                {"group.toml", "group.toml is a symbolic link"},
		"the images":               {"analyzed.toml", "analyzed.toml is a symbolic link"},
	} {
		tt := tt
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := someWorld(t)
			target := "other"
			if strings.HasSuffix(tt.path, ".toml") {
				target = "other/secret.toml"
			}
			w.link(tt.path, target)
			e := w.exportDefault()
			w.expectRefused(e, tt.sentence)
			if strings.Contains(e.message, "secret\"") {
				t.Errorf("the message quotes the file: %q", e.message)
			}
		})
	}
}

func TestSpecialFileIsNotOpened(t *testing.T) {
	t.Parallel()
	for _, path := range []string{
		"layers/example_node/modules.toml",
		"layers/example_node/modules.sha",
		"layers/config/metadata.toml",
		"group.toml",
		"analyzed.toml",
		"layers/sbom/launch/buildpacksio_lifecycle/launcher/sbom.cdx.json",
	} {
		w := someWorld(t)
		w.must(os.MkdirAll(filepath.Dir(w.path(path)), 0o755))
		w.must(os.RemoveAll(w.path(path)))
		w.must(syscall.Mkfifo(w.path(path), 0o644))
		w.expectRefused(w.exportDefault(), "FOLDER/"+path+" is not a regular file")
	}
}

func TestLabelOfTheLifecycleIsRefusedWithTheBuildpack(t *testing.T) {
	t.Parallel()
	for _, label := range []string{"io.buildpacks.lifecycle.metadata", "io.buildpacks.build.metadata", "io.buildpacks.project.metadata"} {
		w := someWorld(t)
		text := "[[labels]]\nkey = \"a\"\nvalue = \"b\"\n[[labels]]\nkey = \"" + label + "\"\nvalue = \"{}\"\n"
		w.write("layers/config/metadata.toml", text)
		w.expectRefused(w.exportDefault(), "a buildpack of the group [example/node example/npm] sets the label "+label)
		w.write("message", "")
		w.write("layers/example_node/launch.toml", text)
		w.expectRefused(w.exportDefault(), "the buildpack example/node sets the label "+label)
	}
	for name, text := range map[string]string{
		"the key labels occurs in several spellings":                   "[[labels]]\nkey = \"a\"\n[[Labels]]\nkey = \"io.buildpacks.lifecycle.metadata\"\n",
		"sets the label io.buildpacks.lifecycle.metadata":              "[[LABELS]]\nKEY = \"io.buildpacks.lifecycle.metadata\"\n",
		"sets the label io.buildpacks.project.metadata":                "labels = [{ key = \"io.buildpacks.project.metadata\", value = \"\" }]\n",
		"key is not a string":                                          "[[labels]]\nkey = 1\n",
		"labels is not a list of tables":                               "labels = [1]\n",
		"/layers/config/metadata.toml is not valid TOML":               "[[labels]\n",
		"sets the label io.buildpacks.build.metadata, which":           "[[labels]]\n\"key\" = '''io.buildpacks.build.metadata'''\n",
		"/layers/config/metadata.toml: labels is not a list of tables": "labels = 1\n",
	} {
		w := someWorld(t)
		w.write("layers/config/metadata.toml", text)
		w.expectRefused(w.exportDefault(), name)
	}
}

func TestGroupNamesBuildpacksOnly(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"", ".", "..", "config", "sbom", "extended", "generated", "app", "buildpacksio/lifecycle", "buildpacksio_lifecycle"} {
		w := someWorld(t)
		w.write("group.toml", "[[group]]\nid = \""+id+"\"\n")
		w.expectRefused(w.exportDefault(), "is not the ID of a buildpack")
	}
	w := someWorld(t)
	w.write("group.toml", "[[group]]\nid = \"a\"\nID = \"b\"\n")
	w.expectRefused(w.exportDefault(), "the key id occurs in several spellings")
}

func TestArgumentsAreChecked(t *testing.T) {
	t.Parallel()
	for name, words := range map[string][]string{
		"no command":          {"-run-image=a"},
		"a command by name":   {"-run-image=a", "--", "exporter", "-layers=a", "-analyzed=b", "-group=c", "tag"},
		"no run image":        {"--", "/bin/echo", "-layers=a", "-analyzed=b", "-group=c", "tag"},
		"no tag":              {"-run-image=a", "--", "/bin/echo", "-layers=a", "-analyzed=b", "-group=c"},
		"no group":            {"-run-image=a", "--", "/bin/echo", "-layers=a", "-analyzed=b", "tag"},
		"a value in the next": {"-run-image=a", "--", "/bin/echo", "-layers=a", "-analyzed=b", "-group", "c", "tag"},
		"an unknown flag":     {"-layers=a", "--", "/bin/echo", "-layers=a", "-analyzed=b", "-group=c", "tag"},
	} {
		output, err := exec.Command(program, append([]string{"-termination-path=/nowhere"}, words...)...).CombinedOutput()
		var code int
		if exit, ok := err.(*exec.ExitError); ok {
			code = exit.ExitCode()
		}
		if code != 3 || !strings.HasPrefix(string(output), "ERROR: taskpack-export: ") {
			t.Errorf("%s: it ended with %d and printed %q", name, code, output)
		}
	}
}
