package oracle

import (
	"github.com/pivotal/kpack/pkg/client/clientset/versioned"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// Clients are a reconciler's clients of the API server.
type Clients struct {
	Kpack      *versioned.Clientset
	Kubernetes *kubernetes.Clientset
}

// NewClients returns clients of one API server.
func NewClients(config *rest.Config) (Clients, error) {
	kpack, err := versioned.NewForConfig(config)
	if err != nil {
		return Clients{}, err
	}
	kube, err := kubernetes.NewForConfig(config)
	return Clients{Kpack: kpack, Kubernetes: kube}, err
}

// NewIndexer returns the store of a lister. The store is empty.
func NewIndexer() cache.Indexer {
	return cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{
		cache.NamespaceIndex: cache.MetaNamespaceIndexFunc,
	})
}
