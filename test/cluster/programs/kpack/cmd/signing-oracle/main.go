// Command signing-oracle creates keys, signs and verifies as cosign and kpack do:
//
//	signing-oracle keys FOLDER                               writes cosign.key and cosign.pub, by COSIGN_PASSWORD
//	signing-oracle sign SECRETS IMAGE DIGEST [NAME=VALUE]…   signs by every key in SECRETS/*, as kpack's completion
//	signing-oracle verify KEY IMAGE [NAME=VALUE]…            fails unless the image has such a signature
package main

import (
	"context"
	"crypto"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/buildpacks/lifecycle/platform/files"
	kpack "github.com/pivotal/kpack/pkg/cosign"
	"github.com/sigstore/cosign/v2/cmd/cosign/cli/options"
	"github.com/sigstore/cosign/v2/cmd/cosign/cli/sign"
	"github.com/sigstore/cosign/v2/cmd/cosign/cli/verify"
	"github.com/sigstore/cosign/v2/pkg/cosign"
	"github.com/sigstore/cosign/v2/pkg/oci/remote"
	"github.com/sigstore/cosign/v2/pkg/signature"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "signing-oracle:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "keys":
		return makeKeys(args[1])
	case len(args) >= 4 && args[0] == "sign":
		return signImage(args[1], args[2], args[3], pairs(args[4:]))
	case len(args) >= 3 && args[0] == "verify":
		return verifyImage(args[1], args[2], pairs(args[3:]))
	}
	return fmt.Errorf("keys FOLDER, sign SECRETS IMAGE DIGEST or verify KEY IMAGE, not %q", args)
}

func makeKeys(folder string) error {
	password := func(bool) ([]byte, error) { return []byte(os.Getenv("COSIGN_PASSWORD")), nil }
	keys, err := cosign.GenerateKeyPair(password)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "cosign.key"), keys.PrivateBytes, 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "cosign.pub"), keys.PublicBytes, 0o600)
}

func signImage(secrets, image, digest string, annotations map[string]interface{}) error {
	report := files.Report{Image: files.ImageReport{Tags: []string{image}, Digest: digest}}
	root := &options.RootOptions{Timeout: options.DefaultTimeout}
	return kpack.NewImageSigner(sign.SignCmd, remote.SignatureTag).Sign(root, report, secrets, annotations, nil, nil)
}

func verifyImage(key, image string, annotations map[string]interface{}) error {
	command := verify.VerifyCommand{
		KeyRef:        key,
		Annotations:   signature.AnnotationsMap{Annotations: annotations},
		CheckClaims:   true,
		HashAlgorithm: crypto.SHA256,
		IgnoreTlog:    true,
	}
	return command.Exec(context.Background(), []string{image})
}

func pairs(texts []string) map[string]interface{} {
	values := map[string]interface{}{}
	for _, text := range texts {
		name, value, _ := strings.Cut(text, "=")
		values[name] = value
	}
	return values
}
