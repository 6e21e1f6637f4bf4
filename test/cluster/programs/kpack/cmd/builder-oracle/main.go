// Command builder-oracle answers how kpack resolves and assembles Builders and ClusterBuilders.
//
// Each line of standard input is a question as JSON. Each line of standard output is an answer, written before the next question
// is read. `{"ask": "resolve", …}` needs no registry: the answer has kpack's choice for each entry of the order and the builder's
// content. `{"ask": "assemble", …}` assembles and pushes the builder.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

// mortal is the argument of a child process that a question may crash.
const mortal = "--mortal"

const (
	// A line contains all buildpacks of a world. 64 MiB is far above the limit of an API server.
	longestLine = 64 << 20
	// kpack exceeds this stack only in an endless recursion. Go's own limit is one gigabyte.
	largestStack = 4 << 20
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "builder-oracle:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) > 0 && arguments[0] == mortal {
		debug.SetMaxStack(largestStack)
		return serve(os.Stdin, os.Stdout, answerLine)
	}
	supervisor := &supervisor{}
	if err := serve(os.Stdin, os.Stdout, supervisor.answer); err != nil {
		return err
	}
	return supervisor.stop()
}

func serve(input io.Reader, output io.Writer, answer func(line []byte) ([]byte, error)) error {
	lines := bufio.NewScanner(input)
	lines.Buffer(nil, longestLine)
	for number := 1; lines.Scan(); number++ {
		answered, err := answer(lines.Bytes())
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if _, err := output.Write(answered); err != nil {
			return err
		}
	}
	return lines.Err()
}

// answerLine answers in this process. An invalid question is an error of the test, not a refusal of kpack.
func answerLine(line []byte) ([]byte, error) {
	var asked question
	if err := json.Unmarshal(line, &asked); err != nil {
		return nil, err
	}
	answered, err := answerTo(asked)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(answered)
	return append(text, '\n'), err
}

func answerTo(asked question) (answer, error) {
	switch asked.Ask {
	case "resolve":
		return resolve(asked)
	case "assemble":
		return assemble(asked)
	default:
		return answer{}, fmt.Errorf("nothing is known of %q", asked.Ask)
	}
}
