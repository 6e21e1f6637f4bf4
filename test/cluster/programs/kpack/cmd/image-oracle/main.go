// Command image-oracle prints what kpack's controller writes for an Image in a given world.
//
// Each line of standard input is a question as JSON. Each line of standard output is the answer, in the same order. kpack's own
// reconciler runs once. This process serves the reconciler's API requests and records them.
package main

import "taskpack.dev/test/kpack/internal/oracle"

func main() {
	recording := startServer()
	defer recording.stop()
	oracle.Main("image-oracle", func(asked question) (answer, error) { return answerTo(asked, recording) })
}
