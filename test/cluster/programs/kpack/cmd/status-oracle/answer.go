package main

import (
	"context"
	"encoding/json"

	"github.com/pivotal/kpack/pkg/buildchange"
	buildlisters "github.com/pivotal/kpack/pkg/client/listers/build/v1alpha2"
	"github.com/pivotal/kpack/pkg/reconciler/build"

	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/rest"

	"taskpack.dev/test/kpack/internal/oracle"
)

// answerTo reconciles the Build once and returns its status, which is the old status if kpack writes none.
func answerTo(asked question) (answer, error) {
	if err := report(asked.Pod, asked.Image); err != nil {
		return answer{}, err
	}
	server := startServer(asked.Logs)
	defer server.Close()
	reconciler, err := reconcilerOf(asked, &rest.Config{Host: server.URL})
	if err != nil {
		return answer{}, err
	}
	key := asked.Build.Namespace + "/" + asked.Build.Name
	if err := reconciler.Reconcile(context.Background(), key); err != nil {
		return answer{Error: err.Error()}, nil
	}
	if server.Status != nil {
		return answer{Status: server.Status}, nil
	}
	status, err := json.Marshal(asked.Build.Status)
	return answer{Status: status}, err
}

func reconcilerOf(asked question, config *rest.Config) (*build.Reconciler, error) {
	clients, err := oracle.NewClients(config)
	if err != nil {
		return nil, err
	}
	builds, pods := oracle.NewIndexer(), oracle.NewIndexer()
	if err := builds.Add(asked.Build); err != nil {
		return nil, err
	}
	if err := pods.Add(asked.Pod); err != nil {
		return nil, err
	}
	return &build.Reconciler{
		Client:            clients.Kpack,
		K8sClient:         clients.Kubernetes,
		Lister:            buildlisters.NewBuildLister(builds),
		PodLister:         corelisters.NewPodLister(pods),
		PodProgressLogger: &buildchange.ProgressLogger{K8sClient: clients.Kubernetes},
	}, nil
}
