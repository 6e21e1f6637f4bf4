// Command yaml-oracle prints the documents that kubectl reads from a text.
//
// Each line of standard input is a text as a JSON string. Each line of standard output is the answer, in the same order. The
// packages that read the text are those of kubectl's file visitor (k8s.io/cli-runtime, pkg/resource/visitor.go).
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/util/yaml"
)

// A line contains a file. 64 MiB is far above the largest file of the tests.
const longestLine = 64 << 20

// bufferSize is kubectl's: the bytes that the decoder reads to tell JSON from YAML.
const bufferSize = 4096

// answer holds the documents up to the first error.
type answer struct {
	Documents []json.RawMessage `json:"documents"`
	Error     string            `json:"error,omitempty"`
}

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "yaml-oracle:", err)
		os.Exit(1)
	}
}

func serve(input io.Reader, output io.Writer) error {
	lines := bufio.NewScanner(input)
	lines.Buffer(nil, longestLine)
	answers := json.NewEncoder(output)
	for number := 1; lines.Scan(); number++ {
		var text string
		if err := json.Unmarshal(lines.Bytes(), &text); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if err := answers.Encode(read(text)); err != nil {
			return err
		}
	}
	return lines.Err()
}

// read decodes like kubectl's StreamVisitor, which skips empty documents. json.RawMessage decodes JSON itself, like the
// runtime.RawExtension of kubectl, so neither type changes how a scalar is read.
func read(text string) answer {
	found := answer{Documents: []json.RawMessage{}}
	decoder := yaml.NewYAMLOrJSONDecoder(strings.NewReader(text), bufferSize)
	for {
		var document json.RawMessage
		if err := decoder.Decode(&document); err != nil {
			if !errors.Is(err, io.EOF) {
				found.Error = err.Error()
			}
			return found
		}
		document = bytes.TrimSpace(document)
		if len(document) > 0 && !bytes.Equal(document, []byte("null")) {
			found.Documents = append(found.Documents, document)
		}
	}
}
