// Command builder-oracle says what kpack makes of Builders and ClusterBuilders.
//
// Each line of standard input is a question as JSON; each line of standard output answers one, before the next is read.
// `{"ask": "resolve", …}` is answered without a registry: what kpack chooses for each entry of the order, and what the
// builder would hold. `{"ask": "assemble", …}` makes the builder and pushes it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// A line holds all buildpacks of a world; 64 MiB is far above what an object store takes.
const longestLine = 64 << 20

func main() {
	answerTo := answerSafely
	if len(os.Args) > 1 && os.Args[1] == mortal {
		answerTo = answerMortally
	}
	if err := serve(os.Stdin, os.Stdout, answerTo); err != nil {
		fmt.Fprintln(os.Stderr, "builder-oracle:", err)
		os.Exit(1)
	}
}

func serve(input io.Reader, output io.Writer, answerTo func(question) (answer, error)) error {
	lines := bufio.NewScanner(input)
	lines.Buffer(nil, longestLine)
	answers := json.NewEncoder(output)
	for number := 1; lines.Scan(); number++ {
		// A question that cannot be read is the test's own fault and no refusal of kpack's.
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

func answerHere(asked question) (answer, error) {
	switch asked.Ask {
	case "resolve":
		return resolve(asked)
	case "assemble":
		return assemble(asked)
	default:
		return answer{}, fmt.Errorf("nothing is known of %q", asked.Ask)
	}
}
