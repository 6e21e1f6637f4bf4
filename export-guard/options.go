package main

import (
	"errors"
	"flag"
	"io"
	"strings"
)

// options are the flags, and what the arguments of the phase's program say. The program's own arguments are the source, so that
// the checked files are the files that it reads.
type options struct {
	runImages        texts
	runImagePatterns texts
	previousImage    string
	terminationPath  string
	// The analyzed.toml that another phase wrote.
	from string
	// The directory with the output of image extensions.
	generated string
	// Pairs of a copy and a file that must have the same content, as COPY,FILE.
	unchanged texts
	// True if the next phase applies the build.Dockerfiles of image extensions.
	extendsBuildImage bool
	command           []string
	layers            string
	analyzed          string
	group             string
	// The first tag.
	tag string
}

// texts is a flag that can be repeated.
type texts []string

func (t *texts) String() string { return strings.Join(*t, ",") }

func (t *texts) Set(value string) error {
	*t = append(*t, value)
	return nil
}

func parseOptions(m mode, words []string) (options, error) {
	o := options{terminationPath: "/dev/termination-log"}
	flags := flag.NewFlagSet("taskpack-export", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Var(&o.runImages, "run-image", "a run image that the Build or the builder names, or a mirror; may be repeated")
	flags.Var(&o.runImagePatterns, "run-image-pattern", "the repositories of further run images; may be repeated")
	flags.StringVar(&o.from, "from", "", "the analyzed.toml that another phase wrote")
	flags.StringVar(&o.generated, "generated", "", "the directory with the output of image extensions")
	flags.Var(&o.unchanged, "unchanged", "COPY,FILE: refuse if the contents differ; may be repeated")
	flags.BoolVar(&o.extendsBuildImage, "extend-build-image", false, "accept the build.Dockerfiles of image extensions")
	flags.StringVar(&o.previousImage, "previous-image", "", "the previous image, if it is not the first tag")
	flags.StringVar(&o.terminationPath, "termination-path", o.terminationPath, "the file for the reason of a failure")
	if err := flags.Parse(words); err != nil {
		return o, err
	}
	o.command = flags.Args()
	if len(o.command) == 0 || !strings.HasPrefix(o.command[0], "/") {
		return o, errors.New("the path of the program is missing: taskpack-export FLAGS -- /cnb/lifecycle/exporter ARG...")
	}
	if err := o.readCommand(); err != nil {
		return o, err
	}
	return o, o.checkPresence(m)
}

// readCommand reads the arguments of the phase's program, which all have the form -name=value. Tags follow the flags.
func (o *options) readCommand() error {
	targets := map[string]*string{"layers": &o.layers, "analyzed": &o.analyzed, "group": &o.group}
	for _, word := range o.command[1:] {
		if !strings.HasPrefix(word, "-") {
			o.tag = word
			break
		}
		name, value, hasValue := strings.Cut(strings.TrimLeft(word, "-"), "=")
		if !hasValue {
			return errors.New("the program's argument " + word + " is not of the form -name=value")
		}
		if target := targets[name]; target != nil {
			*target = value
		}
	}
	return nil
}

func (o *options) checkPresence(m mode) error {
	arguments := map[string]string{"layers": o.layers, "analyzed": o.analyzed, "group": o.group}
	for _, name := range m.arguments {
		if arguments[name] == "" {
			return errors.New("the program's argument -" + name + " is missing")
		}
	}
	flags := map[string]bool{"run-image": len(o.runImages) > 0, "from": o.from != "", "generated": o.generated != ""}
	for _, name := range m.flags {
		if !flags[name] {
			return errors.New("the flag -" + name + " is missing")
		}
	}
	if m.needsTag && o.tag == "" {
		return errors.New("the exporter's tag is missing")
	}
	return nil
}
