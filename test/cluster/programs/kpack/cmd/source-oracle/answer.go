package main

import (
	"context"
	"encoding/json"

	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"
	"github.com/pivotal/kpack/pkg/blob"
	"github.com/pivotal/kpack/pkg/client/clientset/versioned"
	buildlisters "github.com/pivotal/kpack/pkg/client/listers/build/v1alpha2"
	"github.com/pivotal/kpack/pkg/git"
	"github.com/pivotal/kpack/pkg/reconciler/sourceresolver"
	"github.com/pivotal/kpack/pkg/registry"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// answer is kpack's status, or kpack's error, after which it would retry.
type answer struct {
	Status json.RawMessage `json:"status,omitempty"`
	Error  string          `json:"error,omitempty"`
	// IsPolled is true if kpack will reconcile the SourceResolver again.
	IsPolled bool `json:"isPolled"`
}

// answerTo reconciles the SourceResolver once and returns its status, which is the old status if kpack writes none.
func answerTo(resolver *buildapi.SourceResolver) (answer, error) {
	server := startServer()
	defer server.stop()
	polls := &enqueuer{}
	reconciler, err := reconcilerOf(resolver, &rest.Config{Host: server.url()}, polls)
	if err != nil {
		return answer{}, err
	}
	key := resolver.Namespace + "/" + resolver.Name
	if err := reconciler.Reconcile(context.Background(), key); err != nil {
		return answer{Error: err.Error()}, nil
	}
	if server.status != nil {
		return answer{Status: server.status, IsPolled: polls.isAsked}, nil
	}
	status, err := json.Marshal(resolver.Status)
	return answer{Status: status, IsPolled: polls.isAsked}, err
}

func reconcilerOf(
	resolver *buildapi.SourceResolver,
	config *rest.Config,
	polls *enqueuer,
) (*sourceresolver.Reconciler, error) {
	client, err := versioned.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	kubeClient, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	resolvers := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{
		cache.NamespaceIndex: cache.MetaNamespaceIndexFunc,
	})
	if err := resolvers.Add(resolver); err != nil {
		return nil, err
	}
	return &sourceresolver.Reconciler{
		GitResolver:          git.NewResolver(kubeClient, true),
		BlobResolver:         &blob.Resolver{},
		RegistryResolver:     &registry.Resolver{},
		Enqueuer:             polls,
		Client:               client,
		SourceResolverLister: buildlisters.NewSourceResolverLister(resolvers),
	}, nil
}

type enqueuer struct{ isAsked bool }

func (e *enqueuer) Enqueue(*buildapi.SourceResolver) error {
	e.isAsked = true
	return nil
}
