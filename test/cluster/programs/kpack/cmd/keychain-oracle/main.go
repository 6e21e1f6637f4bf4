// Command keychain-oracle reports if kpack sends the login of a Secret to a git URL.
//
// Each line of standard input is a question as JSON. Each line of standard output is the answer, in the same order. kpack's own keychain
// of a Build's mounted Secrets decides.
package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"os"
	"path/filepath"

	"github.com/pivotal/kpack/pkg/git"
	"golang.org/x/crypto/ssh"

	"taskpack.dev/test/kpack/internal/oracle"
)

// question has the annotation kpack.io/git of a Secret, which is for ssh or for HTTP.
type question struct {
	Annotation string `json:"annotation"`
	IsSSH      bool   `json:"isSsh"`
	URL        string `json:"url"`
}

type answer struct {
	IsSent bool   `json:"isSent"`
	Error  string `json:"error,omitempty"`
}

// name is that of the only Secret.
const name = "login"

func main() {
	oracle.Main("keychain-oracle", answerTo)
}

func answerTo(asked question) (answer, error) {
	folder, err := os.MkdirTemp("", "keychain")
	if err != nil {
		return answer{}, err
	}
	defer os.RemoveAll(folder)
	if err := writeSecret(folder); err != nil {
		return answer{}, err
	}
	mounted := []string{name + "=" + asked.Annotation}
	basic, keys := mounted, []string(nil)
	if asked.IsSSH {
		basic, keys = nil, mounted
	}
	keychain, err := git.NewMountedSecretGitKeychain(folder, basic, keys, true)
	if err != nil {
		return answer{Error: err.Error()}, nil
	}
	login, err := keychain.Resolve(asked.URL)
	if err != nil {
		return answer{Error: err.Error()}, nil
	}
	return answer{IsSent: login != nil}, nil
}

func writeSecret(folder string) error {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := ssh.MarshalPrivateKey(key, "")
	if err != nil {
		return err
	}
	secret := filepath.Join(folder, name)
	if err := os.Mkdir(secret, 0o700); err != nil {
		return err
	}
	values := map[string][]byte{"username": []byte("me"), "password": []byte("secret"), "ssh-privatekey": pem.EncodeToMemory(block)}
	for file, value := range values {
		if err := os.WriteFile(filepath.Join(secret, file), value, 0o600); err != nil {
			return err
		}
	}
	return nil
}
