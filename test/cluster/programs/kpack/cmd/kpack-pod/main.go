// Command kpack-pod prints the Pods that kpack makes of Builds.
//
// Each line of standard input is a request as JSON; each line of standard output answers one, in their order: the Pod
// as `{"pod": …}`, or kpack's refusal as `{"refusal": "…"}`. One process serves any number of Builds.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	corev1 "k8s.io/api/core/v1"
)

// A line holds a whole Build with its Secrets; 16 MiB is far above what an object store takes.
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
		// A request that cannot be read is the test's own fault and no refusal of kpack's.
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
