// Command source-oracle prints the status that kpack's controller writes for a SourceResolver.
//
// Each line of standard input is a SourceResolver as JSON. Each line of standard output is the answer, in the same order. kpack's own
// reconciler runs and asks the git server that the SourceResolver names. This process serves the reconciler's API requests.
package main

import "taskpack.dev/test/kpack/internal/oracle"

func main() {
	oracle.Main("source-oracle", answerTo)
}
