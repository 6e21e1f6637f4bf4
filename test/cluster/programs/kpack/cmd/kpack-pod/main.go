// Command kpack-pod prints the Pods that kpack creates for Builds.
//
// Each line of standard input is a request as JSON. Each line of standard output is the answer, in the same order: the Pod as
// `{"pod": …}`, or kpack's refusal as `{"refusal": "…"}`. One process serves any number of Builds.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	corev1 "k8s.io/api/core/v1"
)

// A line contains a Build with its Secrets. 16 MiB is far above the limit of an API server.
const longestLine = 16 << 20

type answer struct {
	Pod     *corev1.Pod `json:"pod,omitempty"`
	Refusal string      `json:"refusal,omitempty"`
}

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "kpack-pod:", err)
		os.Exit(1)
	}
}

func serve(input io.Reader, output io.Writer) error {
	lines := bufio.NewScanner(input)
	lines.Buffer(nil, longestLine)
	buffered := bufio.NewWriter(output)
	answers := json.NewEncoder(buffered)
	for number := 1; lines.Scan(); number++ {
		// An invalid request is an error of the test, not a refusal of kpack.
		var asked request
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if err := answers.Encode(answerTo(asked)); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return buffered.Flush()
}

func answerTo(asked request) answer {
	pod, err := podOf(asked)
	if err != nil {
		return answer{Refusal: err.Error()}
	}
	return answer{Pod: pod}
}
