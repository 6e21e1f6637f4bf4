package main

import (
	"errors"
	"flag"
	"io"
	"strings"
)

// options are the flags, and what the arguments of the exporter say. The exporter's own arguments are the source, so that
// the checked files are the files that it reads.
type options struct {
	runImages       texts
	previousImage   string
	terminationPath string
	command         []string
	layers          string
	analyzed        string
	group           string
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

func parseOptions(words []string) (options, error) {
	o := options{terminationPath: "/dev/termination-log"}
	flags := flag.NewFlagSet("taskpack-export", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Var(&o.runImages, "run-image", "the run image, or a mirror of it; may be repeated")
	flags.StringVar(&o.previousImage, "previous-image", "", "the previous image, if it is not the first tag")
	flags.StringVar(&o.terminationPath, "termination-path", o.terminationPath, "the file for the reason of a failure")
	if err := flags.Parse(words); err != nil {
		return o, err
	}
	o.command = flags.Args()
	if len(o.command) == 0 || !strings.HasPrefix(o.command[0], "/") {
		return o, errors.New("the path of the exporter is missing: taskpack-export FLAGS -- /cnb/lifecycle/exporter ARG...")
	}
	return o, o.readCommand()
}

// readCommand reads the exporter's arguments, which all have the form -name=value. Tags follow the flags.
func (o *options) readCommand() error {
	targets := map[string]*string{"layers": &o.layers, "analyzed": &o.analyzed, "group": &o.group}
	for _, word := range o.command[1:] {
		if !strings.HasPrefix(word, "-") {
			o.tag = word
			break
		}
		name, value, hasValue := strings.Cut(strings.TrimLeft(word, "-"), "=")
		if !hasValue {
			return errors.New("the exporter's argument " + word + " is not of the form -name=value")
		}
		if target := targets[name]; target != nil {
			*target = value
		}
	}
	for name, target := range targets {
		if *target == "" {
			return errors.New("the exporter's argument -" + name + " is missing")
		}
	}
	if o.tag == "" || len(o.runImages) == 0 {
		return errors.New("the exporter's tag or the flag -run-image is missing")
	}
	return nil
}
