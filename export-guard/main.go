// Command taskpack-export checks the files that decide what the lifecycle's exporter reads and pushes, and then replaces
// itself with the exporter. Buildpacks can write some of these files, and the exporter has registry credentials. With image
// extensions, it also passes the run image from detect to restore. README.md is the contract.
package main

import (
	"fmt"
	"os"
	"syscall"
)

const (
	// A file is not what the lifecycle writes, or would make the program read or push something else.
	codeRefused = 113
	// The arguments are invalid. It is the code that the lifecycle uses (lifecycle, cmd/exit.go).
	codeArguments = 3
	codeNotFound  = 127
)

func main() {
	os.Exit(run(os.Args[1:]))
}

// mode is the check before one phase.
type mode struct {
	// Arguments that the phase's program must have.
	arguments []string
	flags     []string
	needsTag  bool
	check     func(o options) error
}

// Without the name of another mode, the program runs before export.
var beforeExport = mode{
	arguments: []string{"layers", "analyzed", "group"},
	flags:     []string{"run-image"},
	needsTag:  true,
	check:     checkExport,
}

var modes = map[string]mode{
	"before-detect": {arguments: []string{"analyzed"}, flags: []string{"from"}, check: copyAnalyzed},
	"before-restore": {
		arguments: []string{"analyzed", "group"},
		flags:     []string{"run-image", "from", "generated"},
		check:     takeRunImage,
	},
}

// run returns an exit code only if the phase's program was not started.
func run(words []string) int {
	m := beforeExport
	if len(words) > 0 {
		if other, ok := modes[words[0]]; ok {
			m, words = other, words[1:]
		}
	}
	o, err := parseOptions(m, words)
	if err != nil {
		return giveUp(codeArguments, err, o.terminationPath)
	}
	if err := m.check(o); err != nil {
		return giveUp(codeRefused, err, o.terminationPath)
	}
	err = syscall.Exec(o.command[0], o.command, os.Environ())
	return giveUp(codeNotFound, fmt.Errorf("%s cannot be executed: %w", o.command[0], err), o.terminationPath)
}

// giveUp reports an error in the log and in the termination message of the container.
func giveUp(code int, err error, terminationPath string) int {
	fmt.Fprintf(os.Stderr, "ERROR: taskpack-export: %v\n", err)
	if file, problem := os.OpenFile(terminationPath, os.O_WRONLY|os.O_APPEND, 0); problem == nil {
		_, _ = file.WriteString(err.Error())
		_ = file.Close()
	}
	return code
}

// checkExport returns the first reason for which the exporter must not run.
func checkExport(o options) error {
	if err := checkUnchanged(o.unchanged); err != nil {
		return err
	}
	group, err := readGroup(o.group)
	if err != nil {
		return err
	}
	if err := checkAnalyzed(o); err != nil {
		return err
	}
	if err := checkFolders(o.layers, group); err != nil {
		return err
	}
	return checkLabels(o.layers, group)
}
