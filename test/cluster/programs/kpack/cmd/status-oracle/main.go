// Command status-oracle prints the status that kpack's controller writes for a Build with a given Pod.
//
// Each line of standard input is a question as JSON. Each line of standard output is the answer, in the same order. kpack's own
// reconciler runs. This process serves the reconciler's API requests: container logs and status updates.
package main

import "taskpack.dev/test/kpack/internal/oracle"

func main() {
	oracle.Main("status-oracle", answerTo)
}
