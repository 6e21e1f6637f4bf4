// Command certificates makes the certificate authority and the certificates of a cluster, as PEM files in a directory.
//
//	certificates DIRECTORY < REQUESTS
//
// REQUESTS is JSON: [{"name", "commonName", "organizations", "hosts"}]. The command writes NAME.crt and NAME.key for each, and ca.crt, ca.key, service-account.key and its
// public key service-account.pub. All certificates expire after a week.
package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

const lifetime = 7 * 24 * time.Hour

type request struct {
	Name          string   `json:"name"`
	CommonName    string   `json:"commonName"`
	Organizations []string `json:"organizations"`
	Hosts         []string `json:"hosts"`
}

type authority struct {
	directory   string
	certificate *x509.Certificate
	key         crypto.Signer
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "certificates:", err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) != 2 {
		return fmt.Errorf("usage: certificates DIRECTORY < REQUESTS")
	}
	var requests []request
	if err := json.NewDecoder(os.Stdin).Decode(&requests); err != nil {
		return err
	}
	ca, err := newAuthority(os.Args[1])
	if err != nil {
		return err
	}
	for _, wanted := range requests {
		if err := ca.issue(wanted); err != nil {
			return fmt.Errorf("%s: %w", wanted.Name, err)
		}
	}
	return writeServiceAccountKeys(ca.directory)
}

func newAuthority(directory string) (*authority, error) {
	key, err := newKey()
	if err != nil {
		return nil, err
	}
	template := newTemplate(pkix.Name{CommonName: "taskpack test bed"})
	template.IsCA, template.BasicConstraintsValid = true, true
	template.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	ca := &authority{directory: directory, certificate: certificate, key: key}
	return ca, ca.write("ca", der, key)
}

func (ca *authority) issue(wanted request) error {
	key, err := newKey()
	if err != nil {
		return err
	}
	template := newTemplate(pkix.Name{CommonName: wanted.CommonName, Organization: wanted.Organizations})
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	for _, host := range wanted.Hosts {
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, host)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, ca.certificate, key.Public(), ca.key)
	if err != nil {
		return err
	}
	return ca.write(wanted.Name, der, key)
}

func (ca *authority) write(name string, der []byte, key crypto.Signer) error {
	if err := writePEM(filepath.Join(ca.directory, name+".crt"), "CERTIFICATE", der); err != nil {
		return err
	}
	return writeKey(filepath.Join(ca.directory, name+".key"), key)
}

func writeServiceAccountKeys(directory string) error {
	key, err := newKey()
	if err != nil {
		return err
	}
	public, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		return err
	}
	if err := writePEM(filepath.Join(directory, "service-account.pub"), "PUBLIC KEY", public); err != nil {
		return err
	}
	return writeKey(filepath.Join(directory, "service-account.key"), key)
}

func newKey() (crypto.Signer, error) {
	return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
}

func newTemplate(subject pkix.Name) *x509.Certificate {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		panic(err)
	}
	now := time.Now()
	return &x509.Certificate{
		SerialNumber: serial,
		Subject:      subject,
		NotBefore:    now.Add(-time.Hour),
		NotAfter:     now.Add(lifetime),
	}
}

// writeKey writes "EC PRIVATE KEY", the form of ECDSA keys that every version of Kubernetes reads.
func writeKey(file string, key crypto.Signer) error {
	der, err := x509.MarshalECPrivateKey(key.(*ecdsa.PrivateKey))
	if err != nil {
		return err
	}
	return writePEM(file, "EC PRIVATE KEY", der)
}

func writePEM(file, kind string, der []byte) error {
	return os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
}
