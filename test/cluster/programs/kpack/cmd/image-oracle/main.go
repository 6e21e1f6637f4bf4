// Command image-oracle prints what kpack's controller writes for an Image in a given world.
//
// Each line of standard input is a question as JSON. Each line of standard output is the answer, in the same order. kpack's own
// reconciler runs once. This process serves the reconciler's API requests and records them.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// A line contains an Image with its Builds. 16 MiB is far above the limit of an API server.
const longestLine = 16 << 20

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "image-oracle:", err)
		os.Exit(1)
	}
}

func serve(input io.Reader, output io.Writer) error {
	recording := startServer()
	defer recording.stop()
	lines := bufio.NewScanner(input)
	lines.Buffer(nil, longestLine)
	answers := json.NewEncoder(output)
	for number := 1; lines.Scan(); number++ {
		// An invalid question is an error of the test, not of kpack.
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		answered, err := answerTo(asked, recording)
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if err := answers.Encode(answered); err != nil {
			return err
		}
	}
	return lines.Err()
}
