package main

import (
	"context"
	"encoding/json"

	buildapi "github.com/pivotal/kpack/pkg/apis/build/v1alpha2"
	"github.com/pivotal/kpack/pkg/blob"
	buildlisters "github.com/pivotal/kpack/pkg/client/listers/build/v1alpha2"
	"github.com/pivotal/kpack/pkg/config"
	"github.com/pivotal/kpack/pkg/git"
	"github.com/pivotal/kpack/pkg/reconciler/sourceresolver"
	"github.com/pivotal/kpack/pkg/registry"

	"k8s.io/client-go/rest"

	"taskpack.dev/test/kpack/internal/oracle"
)

// answer is kpack's status, or kpack's error, after which it would retry.
type answer struct {
	Status json.RawMessage `json:"status,omitempty"`
	Error  string          `json:"error,omitempty"`
	// IsPolled is true if kpack will reconcile the SourceResolver again.
	IsPolled bool `json:"isPolled"`
}

// answerTo reconciles the SourceResolver once and returns its status, which is the old status if kpack writes none.
func answerTo(resolver buildapi.SourceResolver) (answer, error) {
	server := startServer()
	defer server.Close()
	polls := &enqueuer{}
	reconciler, err := reconcilerOf(&resolver, &rest.Config{Host: server.URL}, polls)
	if err != nil {
		return answer{}, err
	}
	key := resolver.Namespace + "/" + resolver.Name
	if err := reconciler.Reconcile(context.Background(), key); err != nil {
		return answer{Error: err.Error()}, nil
	}
	if server.Status != nil {
		return answer{Status: server.Status, IsPolled: polls.isAsked}, nil
	}
	status, err := json.Marshal(resolver.Status)
	return answer{Status: status, IsPolled: polls.isAsked}, err
}

func reconcilerOf(
	resolver *buildapi.SourceResolver,
	apiServer *rest.Config,
	polls *enqueuer,
) (*sourceresolver.Reconciler, error) {
	clients, err := oracle.NewClients(apiServer)
	if err != nil {
		return nil, err
	}
	resolvers := oracle.NewIndexer()
	if err := resolvers.Add(resolver); err != nil {
		return nil, err
	}
	return &sourceresolver.Reconciler{
		GitResolver:          git.NewResolver(clients.Kubernetes, true, config.FeatureFlags{}),
		BlobResolver:         &blob.Resolver{},
		RegistryResolver:     &registry.Resolver{},
		Enqueuer:             polls,
		Client:               clients.Kpack,
		SourceResolverLister: buildlisters.NewSourceResolverLister(resolvers),
	}, nil
}

type enqueuer struct{ isAsked bool }

func (e *enqueuer) Enqueue(*buildapi.SourceResolver) error {
	e.isAsked = true
	return nil
}
