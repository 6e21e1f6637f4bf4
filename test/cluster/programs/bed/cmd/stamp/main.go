// Command stamp prints its arguments and the time: seconds since 1970, to the nanosecond.
package main

import (
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	now := time.Now()
	fmt.Printf("%s %d.%09d\n", strings.Join(os.Args[1:], " "), now.Unix(), now.Nanosecond())
}
