// Package oracle is shared by the programs that run one of kpack's reconcilers for each line of their input.
package oracle

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// A line contains an object with the objects around it. 16 MiB is far above the limit of an API server.
const longestLine = 16 << 20

// Main answers each line of standard input with a line of standard output, both JSON. It exits with 1 at the first error, which it
// reports with the program's name.
func Main[Question, Answer any](program string, answerTo func(Question) (Answer, error)) {
	if err := answerLines(os.Stdin, os.Stdout, answerTo); err != nil {
		fmt.Fprintln(os.Stderr, program+":", err)
		os.Exit(1)
	}
}

func answerLines[Question, Answer any](
	input io.Reader,
	output io.Writer,
	answerTo func(Question) (Answer, error),
) error {
	lines := bufio.NewScanner(input)
	lines.Buffer(nil, longestLine)
	answers := json.NewEncoder(output)
	for number := 1; lines.Scan(); number++ {
		// An invalid question is an error of the test, not of kpack.
		var asked Question
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
