package main

import (
	"bytes"
	"fmt"
	"strings"
)

// checkUnchanged compares files with the copies that prepare made. All containers of a Pod share /etc/hosts and /etc/resolv.conf, and an
// image extension that runs as root can change them. The exporter would then send the login to another server.
func checkUnchanged(pairs []string) error {
	for _, pair := range pairs {
		copied, path, _ := strings.Cut(pair, ",")
		before, err := readRegular(copied)
		if err != nil {
			return err
		}
		now, err := readRegular(path)
		if err != nil {
			return err
		}
		if !bytes.Equal(before, now) {
			return fmt.Errorf("%s has changed since prepare. An image extension that runs as root can have redirected the registry: remove the extension from the builder", path)
		}
	}
	return nil
}
