// Command referrers-registry serves a registry in memory with the referrers API, which the distribution registry lacks.
package main

import (
	"log"
	"net/http"
	"os"

	"cuelabs.dev/go/oci/ociregistry/ocimem"
	"cuelabs.dev/go/oci/ociregistry/ociserver"
)

// The argument is the listening address.
func main() {
	log.Fatal(http.ListenAndServe(os.Args[1], ociserver.New(ocimem.New(), nil)))
}
