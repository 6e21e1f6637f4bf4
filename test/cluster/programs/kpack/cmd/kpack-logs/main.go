// Command kpack-logs prints the log of a Build as kp does: kpack-logs KUBECONFIG NAMESPACE BUILD.
//
// The command ends when the Build's Pod ends.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/pivotal/kpack/pkg/logs"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: kpack-logs KUBECONFIG NAMESPACE BUILD")
		os.Exit(2)
	}
	if err := tail(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "kpack-logs:", err)
		os.Exit(1)
	}
}

func tail(kubeconfig, namespace, build string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	return logs.NewBuildLogsClient(client).TailBuildName(context.Background(), os.Stdout, namespace, build, false)
}
