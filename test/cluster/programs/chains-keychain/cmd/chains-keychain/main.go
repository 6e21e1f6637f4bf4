// Command chains-keychain prints the user of the login that Tekton Chains finds for a registry, or nothing. It asks the library and
// the version of Chains 0.27.0 to 0.29.2 as Chains has done since 0.25.0, which does not read the pull secrets of a TaskRun any more
// (tektoncd/chains, pkg/chains/storage/oci).
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/google/go-containerregistry/pkg/authn/k8schain"
	"github.com/google/go-containerregistry/pkg/name"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	if len(os.Args) != 5 {
		log.Fatal("usage: chains-keychain KUBECONFIG NAMESPACE SERVICE_ACCOUNT REGISTRY")
	}
	user, err := find(context.Background(), os.Args[1], os.Args[2], os.Args[3], os.Args[4])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(user)
}

func find(ctx context.Context, kubeconfig, namespace, account, host string) (string, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return "", err
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return "", err
	}
	keychain, err := k8schain.New(ctx, client, k8schain.Options{
		Namespace:          namespace,
		ServiceAccountName: account,
		UseMountSecrets:    true,
	})
	if err != nil {
		return "", err
	}
	registry, err := name.NewRegistry(host)
	if err != nil {
		return "", err
	}
	authenticator, err := keychain.Resolve(registry)
	if err != nil {
		return "", err
	}
	login, err := authenticator.Authorization()
	if err != nil {
		return "", err
	}
	return login.Username, nil
}
