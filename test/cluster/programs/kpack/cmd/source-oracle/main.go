// Command source-oracle prints the status that kpack's controller writes for a SourceResolver.
//
// Each line of standard input is a SourceResolver as JSON. Each line of standard output is the answer, in the same order. kpack's own
// reconciler runs and asks the git server that the SourceResolver names. This process serves the reconciler's API requests.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"
)

// A line contains a SourceResolver. 16 MiB is far above the limit of an API server.
const longestLine = 16 << 20

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "source-oracle:", err)
		os.Exit(1)
	}
}

func serve(input io.Reader, output io.Writer) error {
	lines := bufio.NewScanner(input)
	lines.Buffer(nil, longestLine)
	answers := json.NewEncoder(output)
	for number := 1; lines.Scan(); number++ {
		// An invalid question is an error of the test, not of kpack.
		var resolver buildapi.SourceResolver
		if err := json.Unmarshal(lines.Bytes(), &resolver); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		answered, err := answerTo(&resolver)
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if err := answers.Encode(answered); err != nil {
			return err
		}
	}
	return lines.Err()
}
