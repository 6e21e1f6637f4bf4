// Command yardstick is the program that the waiter is compared with.
//
//	yardstick poll [--wait_file PATH] [--post_file PATH] COMMAND [ARG…]   a waiter that looks once a second
//	yardstick series COUNT COMMAND                                        no waiter: the commands alone
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 2 {
		fail(fmt.Errorf("yardstick poll|series"))
	}
	var err error
	switch name, words := os.Args[1], os.Args[2:]; name {
	case "poll":
		err = poll(words)
	case "series":
		err = series(words)
	default:
		err = fmt.Errorf("%s is neither poll nor series", name)
	}
	if err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
