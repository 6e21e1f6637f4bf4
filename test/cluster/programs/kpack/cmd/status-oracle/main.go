// Command status-oracle says what kpack's controller writes into the status of a Build, given its Pod.
//
// Each line of standard input is a question as JSON; each line of standard output answers one, in their order. kpack's
// own reconciler runs; what it asks an API server for, the log of a container and that a status be kept, is served by
// this process.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// A line holds a Build with its Pod; 16 MiB is far above what an object store takes.
const longestLine = 16 << 20

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "status-oracle:", err)
		os.Exit(1)
	}
}

func serve(input io.Reader, output io.Writer) error {
	lines := bufio.NewScanner(input)
	lines.Buffer(nil, longestLine)
	answers := json.NewEncoder(output)
	for number := 1; lines.Scan(); number++ {
		// A question that cannot be read is the test's own fault and no failure of kpack's.
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		answered, err := answerTo(asked)
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if err := answers.Encode(answered); err != nil {
			return err
		}
	}
	return lines.Err()
}
