package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// interval is the polling interval of Tekton and kpack.
const interval = time.Second

// poll waits as Tekton and kpack do: it checks for the file, and sleeps if the file is missing.
func poll(words []string) error {
	flags := flag.NewFlagSet("poll", flag.ExitOnError)
	waitFile := flags.String("wait_file", "", "wait until it is there")
	postFile := flags.String("post_file", "", "the mark")
	_ = flags.Parse(words)
	for *waitFile != "" {
		if _, err := os.Stat(*waitFile); err == nil {
			break
		}
		time.Sleep(interval)
	}
	if err := exec.Command(flags.Arg(0), flags.Args()[1:]...).Run(); err != nil {
		return err
	}
	return leave(*postFile)
}

// leave writes the end time of the command into the mark, as the waiter does.
func leave(mark string) error {
	line := fmt.Sprintf("{%q:%q}\n", "finishedAt", time.Now().UTC().Format("2006-01-02T15:04:05.000000000Z"))
	if err := os.WriteFile(mark+".unfinished", []byte(line), 0o644); err != nil {
		return err
	}
	return os.Rename(mark+".unfinished", mark)
}
